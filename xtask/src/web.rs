//! Makes the page for a browser: `platform/web` as WebAssembly, with its own script and the script
//! of the gallery. The page is a single file and needs no server.

use std::path::Path;
use std::{fs, io};

use anyhow::{Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::{release, text_of, toolchain};

/// The gallery's page, script and styles, which this page shares.
const GALLERY: &str = "tools/src/gallery/page";
/// The page's own files.
const OWN: &str = "platform/web/page";
/// The title and the description with which other sites show a link to the page.
const PREVIEW_TITLE: &str = "Wardrobe";
const PREVIEW_TEXT: &str = "The costumes and rooms of SCUMM games, walking, in their colours. Drop \
                            a game's folder onto the page; nothing is uploaded.";
/// The picture of the preview: its file in the repository, its file name on the host, and its size.
const PREVIEW_PICTURE: &str = "docs/web.png";
const PREVIEW_NAME: &str = "preview.png";
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
        with(
            &page,
            &format!("{}<style>\n{styles}</style>", preview(None)),
            &parts,
        )?,
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
    let preview = preview(Some(release::address()));
    let link = format!("{preview}<link rel=\"stylesheet\" href=\"wardrobe.css\">");
    let index = with(&page, &link, "<script src=\"wardrobe.js\"></script>\n")?;
    fs::copy(PREVIEW_PICTURE, hosted.join(PREVIEW_NAME))?;
    for (name, text) in files.into_iter().chain([("index.html", index)]) {
        fs::write(hosted.join(name), text)?;
    }
    fs::write(hosted.join(MODULE), module).map_err(io::Error::into)
}

/// Returns the lines in the head of the page with which other sites show a link to it. A page on a
/// host has a picture. Its address is complete if the project has an `address`, and relative
/// otherwise. `None` is a page without a host.
fn preview(host: Option<Option<&str>>) -> String {
    let mut lines = String::new();
    let mut add = |property: &str, content: &str| {
        lines.push_str(&format!(
            "<meta property=\"og:{property}\" content=\"{content}\">\n"
        ));
    };
    add("type", "website");
    add("title", PREVIEW_TITLE);
    add("description", PREVIEW_TEXT);
    if let Some(address) = host {
        match address {
            Some(address) => {
                let address = address.trim_end_matches('/');
                add("url", &format!("{address}/"));
                add("image", &format!("{address}/{PREVIEW_NAME}"));
            }
            None => add("image", PREVIEW_NAME),
        }
        add("image:alt", "The page with two costumes of the demo");
    }
    lines
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_has_the_complete_address_of_its_picture_if_the_project_has_an_address() {
        let image = |head: &str, address: &str| {
            head.contains(&format!(
                "<meta property=\"og:image\" content=\"{address}\">\n"
            ))
        };
        for address in [
            "https://wardrobe.example/page",
            "https://wardrobe.example/page/",
        ] {
            let complete = preview(Some(Some(address)));
            assert!(image(
                &complete,
                "https://wardrobe.example/page/preview.png"
            ));
            assert!(complete.contains("og:url\" content=\"https://wardrobe.example/page/\""));
        }
        let relative = preview(Some(None));
        assert!(image(&relative, "preview.png") && !relative.contains("og:url"));
        for head in [preview(None), relative] {
            assert!(head.contains("og:title") && head.contains("og:description"));
        }
        assert!(!preview(None).contains("og:image"));
    }
}
