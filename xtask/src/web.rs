//! Makes the page for a browser: `platform/web` as WebAssembly, with its own script and the script
//! of the gallery. The page is a single file and needs no server.

use std::path::Path;
use std::{fs, io};

use anyhow::{Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::{text_of, toolchain};

/// The gallery's page, script and styles, which this page shares.
const GALLERY: &str = "tools/src/gallery/page";
/// The page's own files.
const OWN: &str = "platform/web/page";
/// The lines with which other sites show a link to the hosted page, and the picture that they name.
const PREVIEW: &str = "<meta property=\"og:title\" content=\"Wardrobe\">\n\
    <meta property=\"og:description\" content=\"The costumes and rooms of SCUMM games, walking, in \
    their colours. Drop a game's folder onto the page; nothing is uploaded.\">\n\
    <meta property=\"og:image\" content=\"preview.png\">\n";
const PREVIEW_PICTURE: &str = "docs/web.png";
/// The file names of the module and the script that `wasm-bindgen` writes.
const MODULE: &str = "wardrobe_web_bg.wasm";
const GLUE: &str = "wardrobe_web.js";

/// Builds the page into `target/web`. With `scenes`, the page is built for the tests: it can also
/// play scenes, and its folder is `target/web-scenes`.
///
/// # Errors
/// Returns an error if a tool is missing and cannot be installed, or if a tool fails.
pub fn run(scenes: bool) -> Result<()> {
    let module = toolchain::wasm(
        "wardrobe-web",
        if scenes { &["scene"] } else { &[] },
        "wardrobe_web.wasm",
    )?;
    if scenes {
        return toolchain::bindgen(&module, Path::new("target/web-scenes"), "nodejs", false);
    }
    let (glue, out) = (Path::new("target/wasm/glue"), Path::new("target/web"));
    toolchain::bindgen(&module, glue, "no-modules", false)?;
    write(glue, out)?;
    eprintln!("xtask: open {}/index.html in a browser", out.display());
    Ok(())
}

/// Writes `index.html`, which contains everything and opens from the file system, and the folder
/// `hosted` with the same contents in separate files.
///
/// # Errors
/// Returns an error if a file cannot be read or written, or if the gallery's page lacks the text at
/// which parts are inserted.
fn write(glue: &Path, out: &Path) -> Result<()> {
    let text = |folder: &str, name: &str| text_of(&Path::new(folder).join(name));
    let script = text_of(&glue.join(GLUE))?;
    let module = fs::read(glue.join(MODULE))?;
    let styles = [text(GALLERY, "gallery.css")?, text(OWN, "web.css")?].concat();
    let scripts = [script, text(GALLERY, "gallery.js")?];
    let (own, bar) = (text(OWN, "web.js")?, text(OWN, "open.html")?);
    let page = text(GALLERY, "index.html")?;
    let page = replaced(
        &page,
        "  <p id=\"description\"></p>\n",
        &format!("  <p id=\"description\"></p>\n{bar}"),
    )?;

    let letters = STANDARD.encode(&module);
    let carried = format!(
        "const wardrobeModule = () => wasm_bindgen({{ module_or_path: \
         Uint8Array.from(atob(\"{letters}\"), (letter) => letter.charCodeAt(0)) }});\n"
    );
    let inline = |text: &str| format!("<script>\n{text}</script>\n");
    let parts: String = scripts
        .iter()
        .chain([&carried, &own])
        .map(|text| inline(text))
        .collect();
    fs::create_dir_all(out)?;
    fs::write(
        out.join("index.html"),
        with(&page, &format!("<style>\n{styles}</style>"), &parts)?,
    )?;

    let fetched =
        format!("const wardrobeModule = () => wasm_bindgen({{ module_or_path: \"{MODULE}\" }});\n");
    let hosted = out.join("hosted");
    fs::create_dir_all(&hosted)?;
    let files = [
        (
            "wardrobe.js",
            [&scripts.concat(), &fetched, &own]
                .map(String::as_str)
                .concat(),
        ),
        ("wardrobe.css", styles),
    ];
    let link = format!("{PREVIEW}<link rel=\"stylesheet\" href=\"wardrobe.css\">");
    let index = with(&page, &link, "<script src=\"wardrobe.js\"></script>\n")?;
    fs::copy(PREVIEW_PICTURE, hosted.join("preview.png"))?;
    for (name, text) in files.into_iter().chain([("index.html", index)]) {
        fs::write(hosted.join(name), text)?;
    }
    fs::write(hosted.join(MODULE), module).map_err(io::Error::into)
}

/// Returns the gallery's page with another style and other scripts.
fn with(page: &str, style: &str, scripts: &str) -> Result<String> {
    let page = replaced(
        page,
        "<link rel=\"stylesheet\" href=\"gallery.css\">",
        style,
    )?;
    let old = "<script src=\"gallery.js\"></script>\n<script src=\"data.js\"></script>\n";
    replaced(&page, old, scripts)
}

/// Replaces a part of a text. The part has to occur exactly once.
fn replaced(text: &str, old: &str, new: &str) -> Result<String> {
    match text.matches(old).count() {
        1 => Ok(text.replacen(old, new, 1)),
        count => bail!("expected {old:?} once in the gallery's page, found it {count} times"),
    }
}
