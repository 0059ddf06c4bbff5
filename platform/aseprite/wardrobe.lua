-- Opens and saves costumes of SCUMM games in Aseprite through the program `wardrobe`.
--
-- Copy this file into Aseprite's folder for scripts (File > Scripts > Open Scripts Folder), and
-- choose File > Scripts > wardrobe. "Open" writes the costume of a game as a file of Aseprite beside
-- the block of the costume, and opens the file. "Save" saves the sprite, builds the costume from
-- it, and imports the costume into the game if this is wanted. `wardrobe import GAME --undo`
-- restores the game.

local settings = app.fs.joinPath(app.fs.userConfigPath, "wardrobe-settings.lua")

-- Returns the values of the last use.
local function read_settings()
  local read = loadfile(settings)
  local values = read and read() or {}
  return {
    program = values.program or "wardrobe",
    game = values.game or "",
    costume = values.costume or 1,
    folder = values.folder or app.fs.userDocsPath,
  }
end

local function write_settings(values)
  local file = io.open(settings, "w")
  if not file then
    return
  end
  file:write(string.format("return { program = %q, game = %q, costume = %d, folder = %q }\n",
    values.program, values.game, values.costume, values.folder))
  file:close()
end

-- Returns an argument for the system's shell.
local function quoted(text)
  if app.fs.pathSeparator == "\\" then
    return '"' .. text:gsub('"', "") .. '"'
  end
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Runs the program with arguments. Shows its messages and returns false if it fails.
local function run(program, ...)
  local words = { quoted(program) }
  for _, argument in ipairs({ ... }) do
    words[#words + 1] = quoted(argument)
  end
  local messages = app.fs.joinPath(app.fs.tempPath, "wardrobe-messages.txt")
  local command = table.concat(words, " ") .. " > " .. quoted(messages) .. " 2>&1"
  if app.fs.pathSeparator == "\\" then
    -- The shell of Windows removes the outer pair of quotation marks.
    command = '"' .. command .. '"'
  end
  local done = os.execute(command)
  local file = io.open(messages, "r")
  local text = file and file:read("a") or ""
  if file then
    file:close()
  end
  if done == true or done == 0 then
    return true, text
  end
  app.alert { title = "wardrobe", text = text ~= "" and text or "the program could not be started" }
  return false, text
end

local function open_costume(values)
  local name = string.format("costume-%03d", values.costume)
  local folder = app.fs.joinPath(values.folder, name)
  local done = run(values.program, "disassemble", values.game, "--costume",
    tostring(values.costume), "--aseprite", "-o", folder)
  if done then
    app.open(app.fs.joinPath(folder, "costume.aseprite"))
  end
end

local function save_costume(values, imports)
  local sprite = app.activeSprite
  if not sprite or not sprite.filename:match("%.ase[prite]*$") then
    app.alert { title = "wardrobe", text = "expected a sprite that was opened by this script" }
    return
  end
  sprite:saveAs(sprite.filename)
  local block = app.fs.joinPath(app.fs.filePath(sprite.filename), "built.costume")
  if not run(values.program, "build", sprite.filename, "-o", block, "--force") then
    return
  end
  if not imports then
    app.alert { title = "wardrobe", text = "built: " .. block }
    return
  end
  local done = run(values.program, "import", values.game, "--costume", tostring(values.costume),
    block, "--in-place")
  if done then
    app.alert { title = "wardrobe", text = "costume " .. values.costume .. " is in the game" }
  end
end

local function show()
  local values = read_settings()
  local dialog = Dialog { title = "Wardrobe" }
  local function given()
    local data = dialog.data
    local now = {
      program = data.program, game = data.game, costume = math.floor(data.costume), folder = data.folder,
    }
    write_settings(now)
    return now
  end
  dialog:entry { id = "program", label = "Program", text = values.program }
  dialog:entry { id = "game", label = "Game", text = values.game }
  dialog:number { id = "costume", label = "Costume", text = tostring(values.costume), decimals = 0 }
  dialog:entry { id = "folder", label = "Folder", text = values.folder }
  dialog:button { text = "Open", onclick = function() open_costume(given()) end }
  dialog:button { text = "Build", onclick = function() save_costume(given(), false) end }
  dialog:button { text = "Build and import", onclick = function() save_costume(given(), true) end }
  dialog:show { wait = false }
end

show()
