//! Makes and checks a release: the crates, the archives, the page, the kit, the checksums, the
//! notes and the list of parts. docs/releases.md describes the steps for a maintainer.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{cargo, dist, metadata, printed, step, text_of, toolchain, web};

/// The published crates, each after its dependencies.
pub const CRATES: [&str; 12] = [
    "scumm-room",
    "scumm-costume",
    "scumm-engine",
    "scumm-casting",
    "scumm-media",
    "scumm-platform",
    "scumm-scene",
    "scumm-tools",
    "wardrobe-play",
    "wardrobe",
    "scumm-bindings",
    "scumm-c",
];
/// The host name of the address that stands in the manifests until a maintainer sets one. The name
/// is reserved, so the address never leads anywhere.
const NO_HOST: &str = "example.invalid";
/// The word in the change log behind a version that is not released.
const UNRELEASED: &str = "unreleased";
/// The version of `cargo-sbom`.
const SBOM_VERSION: &str = "0.10.0";

/// Returns the project's address, or `None` until a maintainer sets one.
pub fn address() -> Option<&'static str> {
    let address = env!("CARGO_PKG_HOMEPAGE");
    if address.is_empty() || address.contains(NO_HOST) {
        return None;
    }
    Some(address)
}

/// Returns the `--package` arguments of all published crates.
pub fn package_args() -> impl Iterator<Item = &'static str> {
    CRATES.iter().flat_map(|name| ["--package", name])
}

/// Checks everything that a release needs, and builds each crate from its package. With `rehearses`
/// the placeholder of the address and a change log without a date are allowed.
///
/// # Errors
/// Returns an error that lists all findings, or the error of a crate that cannot be built.
pub fn check(rehearses: bool) -> Result<()> {
    let packages = packages()?;
    let mut findings = manifest_findings(&packages)?;
    findings.extend(text_findings()?);
    if !rehearses {
        findings.extend(publication_findings(&packages)?);
    }
    ensure!(findings.is_empty(), "{}", findings.join("\n"));
    step(cargo().args(["package", "--locked"]).args(package_args()))?;
    println!(
        "All crates can be published in this order: {}",
        CRATES.join(", ")
    );
    Ok(())
}

/// Makes all files of a release in `target/dist`. Without `rehearses` the checkout must be the
/// commit of the tag of this version.
///
/// # Errors
/// Returns an error if a check, a build or a trial fails.
pub fn run(rehearses: bool) -> Result<()> {
    let start = Instant::now();
    ensure_clean(rehearses)?;
    check(rehearses)?;
    dist::run(&["--try".into()])?;
    web::run(false)?;
    let out = Path::new(dist::OUT);
    fs::copy("target/web/index.html", out.join("wardrobe-web.html"))?;
    write_list_of_parts(&out.join("wardrobe-sbom.spdx.json"))?;
    fs::write(out.join("RELEASE-NOTES.md"), notes()?)?;
    dist::run(&["sums".into()])?;
    println!(
        "The release is in {}, after {} s.",
        dist::OUT,
        start.elapsed().as_secs()
    );
    Ok(())
}

/// Publishes the crates on crates.io. cargo reads the token from its environment.
///
/// # Errors
/// Returns an error if the checks find a fault, or if cargo cannot publish a crate.
pub fn publish() -> Result<()> {
    check(false)?;
    step(cargo().args(["publish", "--locked"]).args(package_args()))
}

/// Checks that no file differs from the commit, and that the commit has the tag of the version.
fn ensure_clean(rehearses: bool) -> Result<()> {
    let changed = printed(Command::new("git").args(["status", "--porcelain"]))?;
    ensure!(changed.is_empty(), "the checkout has changes:\n{changed}");
    if rehearses {
        return Ok(());
    }
    let tags = printed(Command::new("git").args(["tag", "--points-at", "HEAD"]))?;
    let tag = concat!("v", env!("CARGO_PKG_VERSION"));
    ensure!(
        tags.lines().any(|line| line == tag),
        "the commit does not have the tag {tag}"
    );
    Ok(())
}

/// Returns the faults of the crates' manifests: values that the registries show and that are
/// missing, and files that are missing.
fn manifest_findings(packages: &Packages) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    for name in CRATES {
        let Some(package) = packages.get(name) else {
            findings.push(format!("{name} is not in the workspace"));
            continue;
        };
        if package["publish"] != Value::Null {
            findings.push(format!("{name}: the manifest forbids publishing"));
        }
        for key in [
            "description",
            "license",
            "repository",
            "homepage",
            "readme",
            "rust_version",
        ] {
            if package[key].as_str().is_none_or(str::is_empty) {
                findings.push(format!("{name}: the manifest has no {key}"));
            }
        }
        for key in ["authors", "keywords", "categories"] {
            if package[key].as_array().is_none_or(Vec::is_empty) {
                findings.push(format!("{name}: the manifest has no {key}"));
            }
        }
        let manifest = package["manifest_path"]
            .as_str()
            .context("cargo names no manifest")?;
        let folder = Path::new(manifest)
            .parent()
            .context("a manifest is in no folder")?;
        for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            if !folder.join(file).is_file() {
                findings.push(format!("{name}: {file} is missing"));
            }
        }
        findings.extend(order_findings(name, package));
    }
    Ok(findings)
}

/// Returns the dependencies of a crate that are published after it or not at all.
fn order_findings(name: &str, package: &Value) -> Vec<String> {
    let place = |wanted: &str| CRATES.iter().position(|name| *name == wanted);
    let mut findings = Vec::new();
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        // Development dependencies without a version are not part of a package.
        let is_local = dependency["path"].is_string() && dependency["kind"] != "dev";
        let other = dependency["name"].as_str().unwrap_or_default();
        if is_local && place(other).is_none_or(|other| Some(other) >= place(name)) {
            findings.push(format!("{name}: {other} is not published before it"));
        }
    }
    findings
}

/// The packages of the workspace as cargo describes them, by name.
type Packages = BTreeMap<String, Value>;

/// Returns the packages of the workspace.
fn packages() -> Result<Packages> {
    let metadata: Value = metadata()?;
    let mut packages = Packages::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().context("a package has no name")?;
        packages.insert(name.to_owned(), package.clone());
    }
    Ok(packages)
}

/// Returns the faults of other files that name the version.
fn text_findings() -> Result<Vec<String>> {
    let version = env!("CARGO_PKG_VERSION");
    let mut findings = Vec::new();
    if notes().is_err() {
        findings.push(format!("CHANGELOG.md has no section [{version}]"));
    }
    let citation = text_of(Path::new("CITATION.cff"))?;
    if !citation
        .lines()
        .any(|line| line == format!("version: {version}"))
    {
        findings.push(format!("CITATION.cff does not have the version {version}"));
    }
    Ok(findings)
}

/// Returns the faults that only forbid publishing: no address of the project, and no date of the
/// version.
fn publication_findings(packages: &Packages) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    let room = packages
        .get("scumm-room")
        .context("there is no scumm-room")?;
    for key in ["repository", "homepage"] {
        let address = room[key].as_str().unwrap_or_default();
        if address.contains(NO_HOST) {
            findings.push(format!(
                "Cargo.toml: {key} is {address}: set the address of the project in \
                 [workspace.package]"
            ));
        }
    }
    let heading = section()?.heading;
    if heading.contains(UNRELEASED) {
        findings.push(format!(
            "CHANGELOG.md: expected a date behind the version, found `{heading}`"
        ));
    }
    Ok(findings)
}

/// The section of the change log for this version.
struct Section {
    heading: String,
    text: String,
}

/// Reads the section of the change log for this version.
fn section() -> Result<Section> {
    section_of(
        &text_of(Path::new("CHANGELOG.md"))?,
        env!("CARGO_PKG_VERSION"),
    )
}

/// Returns the section of a version: the lines from its heading to the next heading of a version.
fn section_of(log: &str, version: &str) -> Result<Section> {
    let start = format!("## [{version}]");
    let mut lines = log.lines().skip_while(|line| !line.starts_with(&start));
    let Some(heading) = lines.next() else {
        bail!("CHANGELOG.md has no section [{version}]");
    };
    let lines: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    Ok(Section {
        heading: heading.to_owned(),
        text: format!("{}\n", lines.join("\n").trim()),
    })
}

/// Returns the notes of the release: the section of the change log.
fn notes() -> Result<String> {
    Ok(section()?.text)
}

/// Writes the list of the libraries in the program, as SPDX.
fn write_list_of_parts(path: &Path) -> Result<()> {
    let tool = toolchain::installed("cargo-sbom", SBOM_VERSION)?;
    let mut command = Command::new(tool);
    command.args([
        "--cargo-package",
        "wardrobe",
        "--output-format",
        "spdx_json_2_3",
    ]);
    let mut list: Value = serde_json::from_str(&printed(&mut command)?)?;
    // The tool writes the time and a random number. The same commit has to give the same bytes.
    list["creationInfo"]["created"] = commit_time()?.into();
    let version = env!("CARGO_PKG_VERSION");
    list["documentNamespace"] = format!("https://spdx.org/spdxdocs/wardrobe-{version}").into();
    // The order of the parts is not fixed, either.
    for key in ["files", "packages", "relationships"] {
        let parts = list[key]
            .as_array_mut()
            .with_context(|| format!("no {key} in the list"))?;
        parts.sort_by_key(Value::to_string);
    }
    fs::write(path, format!("{list:#}\n"))?;
    Ok(())
}

/// Returns the time of the commit in UTC, in the format of ISO 8601.
///
/// # Errors
/// Returns an error if git fails.
pub fn commit_time() -> Result<String> {
    let format = "--date=format-local:%Y-%m-%dT%H:%M:%SZ";
    let mut git = Command::new("git");
    git.args(["show", "--no-patch", "--format=%cd", format])
        .env("TZ", "UTC");
    Ok(printed(&mut git)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "# Changelog\n\n## [0.2.0] – 2027-01-01\n\n### New\n- A.\n\n\
                       ## [0.1.0] – unreleased\n\n- B.\n";

    #[test]
    fn the_notes_are_the_section_of_the_version() {
        let section = section_of(LOG, "0.2.0").unwrap();
        assert_eq!(section.heading, "## [0.2.0] – 2027-01-01");
        assert_eq!(section.text, "### New\n- A.\n");
        assert_eq!(section_of(LOG, "0.1.0").unwrap().text, "- B.\n");
        assert!(section_of(LOG, "0.3.0").is_err());
    }

    #[test]
    fn a_crate_that_is_published_too_early_is_a_finding() {
        let package = serde_json::json!({"dependencies": [
            {"name": "scumm-engine", "path": "/engine", "kind": null},
            {"name": "scumm-room", "path": "/room", "kind": null},
            {"name": "scumm-test-support", "path": "/support", "kind": "dev"},
            {"name": "png", "kind": null},
        ]});
        assert_eq!(
            order_findings("scumm-costume", &package),
            ["scumm-costume: scumm-engine is not published before it"]
        );
        assert!(order_findings("scumm-casting", &package).is_empty());
    }
}
