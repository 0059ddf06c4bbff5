-- Stands in for Aseprite in a test of the script `wardrobe.lua`.
--
--     lua aseprite.lua SCRIPT FOLDER BUTTON SPRITE [FIELD=VALUE]...
--
-- Runs SCRIPT with the part of Aseprite's API that the script may use, types each VALUE into the
-- field of the dialog, and presses BUTTON. FOLDER takes the place of Aseprite's own folders. SPRITE
-- is the file of the active sprite, or empty. Prints a line for each field, for each message, and
-- for each file that is opened or saved. Programs are really called. Access to a part of the API
-- that is missing here is an error.

local script, folder, button, sprite_file = arg[1], arg[2], arg[3], arg[4]

-- Returns a table whose missing fields are errors.
local function strict(name, fields)
  return setmetatable(fields, {
    __index = function(_, field)
      error(name .. " has no " .. tostring(field), 2)
    end,
  })
end

local function read_file(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read("a")
  file:close()
  return bytes
end

-- Reads a file of Aseprite. The sprite keeps its bytes.
local function read_sprite(path)
  local bytes = read_file(path)
  local size, magic = string.unpack("<I4I2", bytes)
  assert(magic == 0xa5e0 and size == #bytes, path .. " is no file of Aseprite")
  local sprite = { filename = path }
  function sprite:saveAs(to)
    local file = assert(io.open(to, "wb"))
    file:write(bytes)
    file:close()
    self.filename = to
    print("saved " .. to)
  end
  return strict("Sprite", sprite)
end

app = strict("app", {
  -- Without a sprite Aseprite has nil, which is no error.
  activeSprite = sprite_file ~= "" and read_sprite(sprite_file) or false,
  fs = strict("app.fs", {
    pathSeparator = package.config:sub(1, 1),
    userConfigPath = folder,
    userDocsPath = folder,
    tempPath = folder,
    joinPath = function(...)
      return table.concat({ ... }, app.fs.pathSeparator)
    end,
    filePath = function(path)
      return path:match("^(.*)[/\\]") or ""
    end,
  }),
})

function app.alert(message)
  print("alert " .. message.title .. ": " .. message.text)
end

function app.open(path)
  app.activeSprite = read_sprite(path)
  print("opened " .. path)
  return app.activeSprite
end

local typed = {}
for number = 5, #arg do
  local field, value = arg[number]:match("^(%w+)=(.*)$")
  typed[field] = value
end

function Dialog(options)
  assert(options.title)
  local dialog = { data = {} }
  local buttons = {}
  local function add_field(field)
    print("field " .. field.id .. " " .. field.text)
    dialog.data[field.id] = typed[field.id] or field.text
  end
  function dialog:entry(field)
    add_field(field)
    return self
  end
  function dialog:number(field)
    add_field(field)
    -- Aseprite's numbers are floating point numbers.
    self.data[field.id] = tonumber(self.data[field.id]) + 0.0
    return self
  end
  function dialog:button(added)
    buttons[added.text] = added.onclick
    return self
  end
  function dialog:show()
    assert(buttons[button], "there is no button " .. button)()
    return self
  end
  return strict("Dialog", dialog)
end

dofile(script)
