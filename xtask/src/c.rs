//! Builds the C library and installs it into a prefix or packs it into an archive, in the layout of
//! C libraries. Builds the C examples with an unpacked archive, as users would.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use xtask::archive::{self, ArchiveEntry, ArchiveTime, EntryKind};

use crate::{cargo, packages, printed, step};

/// The default prefix: the folder into which the library is installed.
const PREFIX: &str = "target/c";
/// The version of the binary interface. Programs that were linked with another version do not run
/// with this library.
const ABI: u32 = 0;
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The module definition file for the Windows linker. It sets the library's name to `wardrobe.dll`,
/// because cargo would use another name.
const WINDOWS_NAME: &str = "target/c-windows.def";
const SOURCES: &str = "bindings/c";

/// The naming of libraries on a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibraryNaming {
    /// `lib*.so` with versions.
    Linux,
    /// `*.dll` and an import library.
    Windows,
    /// `lib*.dylib`.
    MacOs,
}

impl LibraryNaming {
    /// The naming on this machine.
    const HOST: Self = if cfg!(windows) {
        Self::Windows
    } else if cfg!(target_os = "macos") {
        Self::MacOs
    } else {
        Self::Linux
    };

    /// Returns the files that cargo builds, with their paths in the prefix. A library for Windows
    /// is built by one of two toolchains.
    pub fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Linux => &[
                ("libscumm_c.a", "lib/libwardrobe.a"),
                (
                    "libscumm_c.so",
                    concat!("lib/libwardrobe.so.", env!("CARGO_PKG_VERSION")),
                ),
            ],
            Self::MacOs => &[
                ("libscumm_c.a", "lib/libwardrobe.a"),
                ("libscumm_c.dylib", "lib/libwardrobe.dylib"),
            ],
            Self::Windows => &[
                ("libscumm_c.a", "lib/libwardrobe.a"),
                ("scumm_c.lib", "lib/wardrobe.lib"),
                ("scumm_c.dll", "bin/wardrobe.dll"),
                ("libscumm_c.dll.a", "lib/libwardrobe.dll.a"),
                ("scumm_c.dll.lib", "lib/wardrobe.dll.lib"),
            ],
        }
    }

    /// Returns the libraries that a program needs with the static library; `rustc --print
    /// native-static-libs` prints them.
    fn private(self) -> &'static str {
        match self {
            Self::Linux => "-lgcc_s -lpthread -ldl -lm",
            Self::MacOs => "-lpthread -ldl -lm",
            Self::Windows => "-lntdll -luserenv -lws2_32",
        }
    }
}

/// Builds the shared and the static library and installs them with the header and the pkg-config
/// file.
///
/// # Errors
/// Returns an error if the build fails, or if the prefix cannot be written.
pub fn run(prefix: Option<&Path>) -> Result<()> {
    let prefix = prefix.unwrap_or(Path::new(PREFIX));
    let mut cargo = cargo();
    cargo.args(["rustc", "--release"]);
    step(library(&mut cargo, LibraryNaming::HOST)?)?;
    install(prefix, &built().join("release"))
        .with_context(|| format!("cannot install into {}", prefix.display()))?;
    println!("{}", prefix.display());
    Ok(())
}

/// Builds the library without optimisation, packs it as `dist` does, and runs the examples with the
/// archive.
///
/// # Errors
/// Returns an error if the build fails, or if an example fails.
pub fn test() -> Result<()> {
    let mut cargo = cargo();
    cargo.arg("rustc");
    step(library(&mut cargo, LibraryNaming::HOST)?)?;
    let archive = archive::tar_gz(
        &archived(LibraryNaming::HOST, &built().join("debug"))?,
        ArchiveTime::from_commit(Path::new("."))?,
    )?;
    try_examples(&archive, LibraryNaming::HOST, "cc", |program, libraries| {
        let mut command = Command::new(program);
        command
            .env("LD_LIBRARY_PATH", libraries)
            .env("DYLD_LIBRARY_PATH", libraries);
        command
    })
    .map(|_| ())
}

/// Returns the folder into which cargo builds for this machine.
fn built() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR")
        .unwrap_or_else(|| "target".into())
        .into()
}

/// Completes a command that starts with `cargo rustc`, so that it builds both libraries.
///
/// # Errors
/// Returns an error if the module definition file cannot be written.
pub fn library(rustc: &mut Command, naming: LibraryNaming) -> Result<&mut Command> {
    rustc.args([
        "--package",
        "scumm-c",
        "--lib",
        "--crate-type",
        "cdylib,staticlib",
    ]);
    match naming {
        LibraryNaming::Linux => {
            rustc.args([
                "--",
                "-C",
                &format!("link-arg=-Wl,-soname,libwardrobe.so.{ABI}"),
            ]);
        }
        LibraryNaming::Windows if !cfg!(target_env = "msvc") => {
            // On Windows a program searches for a library by the name inside the library file. So
            // renaming the file is not enough.
            fs::create_dir_all("target")?;
            fs::write(WINDOWS_NAME, "LIBRARY \"wardrobe.dll\"\n")?;
            let file = fs::canonicalize(WINDOWS_NAME)?;
            rustc.args(["--", "-C", &format!("link-arg={}", file.display())]);
        }
        LibraryNaming::Windows | LibraryNaming::MacOs => {}
    }
    Ok(rustc)
}

/// Returns the files of a prefix, read from the folder `built`. `prefix` is the prefix in the
/// pkg-config file.
fn installed(naming: LibraryNaming, built: &Path, prefix: &str) -> Result<Vec<ArchiveEntry>> {
    let headers = Path::new(SOURCES).join("include");
    let mut entries = vec![
        ArchiveEntry::file("include/wardrobe.h", &headers.join("wardrobe.h"))?,
        ArchiveEntry::file("include/wardrobe.hpp", &headers.join("wardrobe.hpp"))?,
        ArchiveEntry::new(
            "lib/cmake/wardrobe/wardrobe-config.cmake",
            cmake_config(naming, built),
        ),
        ArchiveEntry::new(
            "lib/cmake/wardrobe/wardrobe-config-version.cmake",
            CMAKE_VERSION.replace("{VERSION}", VERSION),
        ),
        ArchiveEntry::new("lib/pkgconfig/wardrobe.pc", pkg_config(prefix, naming)),
        ArchiveEntry::new(
            "lib/pkgconfig/wardrobe-static.pc",
            static_pkg_config(prefix, naming, built),
        ),
    ];
    for (from, to) in naming
        .files()
        .iter()
        .filter(|(from, _)| built.join(from).exists())
    {
        entries.push(ArchiveEntry::file(*to, &built.join(from))?);
    }
    ensure!(
        entries.len() > 7,
        "{}: expected a shared and a static library",
        built.display()
    );
    if naming == LibraryNaming::Linux {
        for name in [format!("libwardrobe.so.{ABI}"), "libwardrobe.so".to_owned()] {
            let to = format!("libwardrobe.so.{VERSION}");
            entries.push(ArchiveEntry {
                kind: EntryKind::Link,
                ..ArchiveEntry::new(format!("lib/{name}"), to)
            });
        }
    }
    Ok(entries)
}

/// Returns the files of an archive that works wherever it is unpacked.
///
/// # Errors
/// Returns an error if a file is missing in the folder `built`.
pub fn archived(naming: LibraryNaming, built: &Path) -> Result<Vec<ArchiveEntry>> {
    let mut entries = installed(naming, built, "${pcfiledir}/../..")?;
    entries.extend(ArchiveEntry::files(
        Path::new(SOURCES),
        &["README.md", "examples/costume.c", "examples/walk.c"],
    )?);
    Ok(entries)
}

fn install(prefix: &Path, built: &Path) -> Result<()> {
    let place = std::path::absolute(prefix)?;
    for entry in installed(LibraryNaming::HOST, built, &place.display().to_string())? {
        let path = prefix.join(&entry.name);
        fs::create_dir_all(path.with_file_name(""))?;
        #[cfg(unix)]
        if entry.kind == EntryKind::Link {
            let _ = fs::remove_file(&path);
            std::os::unix::fs::symlink(std::str::from_utf8(&entry.data)?, path)?;
            continue;
        }
        fs::write(path, entry.data)?;
    }
    Ok(())
}

fn pkg_config(prefix: &str, naming: LibraryNaming) -> String {
    format!(
        "prefix={prefix}\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\nName: wardrobe\n\
         Description: The costumes and stages of SCUMM games\nVersion: {VERSION}\nLibs: -L${{libdir}} -lwardrobe\n\
         Libs.private: {}\nCflags: -I${{includedir}}\n",
        naming.private()
    )
}

/// The file by which CMake compares the version that a project asks for. Versions with the same
/// first number other than 0, or with the same first two numbers, are compatible.
const CMAKE_VERSION: &str = "\
set(PACKAGE_VERSION \"{VERSION}\")
string(REGEX MATCH \"^(0\\\\.)?[0-9]+\" _wardrobe_has \"${PACKAGE_VERSION}\")
string(REGEX MATCH \"^(0\\\\.)?[0-9]+\" _wardrobe_wants \"${PACKAGE_FIND_VERSION}\")
if(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION OR NOT _wardrobe_has STREQUAL _wardrobe_wants)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
";

/// Returns the file with which CMake finds the library: `find_package(wardrobe)` defines the
/// targets
/// `wardrobe::wardrobe`, the shared library, and `wardrobe::static`.
fn cmake_config(naming: LibraryNaming, built: &Path) -> String {
    let is_gnu = built.join("libscumm_c.a").exists();
    let (shared, import) = match naming {
        LibraryNaming::Linux => ("lib/libwardrobe.so", None),
        LibraryNaming::MacOs => ("lib/libwardrobe.dylib", None),
        LibraryNaming::Windows if is_gnu => ("bin/wardrobe.dll", Some("lib/libwardrobe.dll.a")),
        LibraryNaming::Windows => ("bin/wardrobe.dll", Some("lib/wardrobe.dll.lib")),
    };
    let archive = if is_gnu {
        "lib/libwardrobe.a"
    } else {
        "lib/wardrobe.lib"
    };
    let import = import.map_or_else(String::new, |import| {
        format!("\n    IMPORTED_IMPLIB \"${{_wardrobe_prefix}}/{import}\"")
    });
    let libraries = naming.private().replace("-l", "").replace(' ', ";");
    format!(
        "get_filename_component(_wardrobe_prefix \"${{CMAKE_CURRENT_LIST_DIR}}/../../..\" ABSOLUTE)
if(NOT TARGET wardrobe::wardrobe)
  add_library(wardrobe::wardrobe SHARED IMPORTED)
  set_target_properties(wardrobe::wardrobe PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES \"${{_wardrobe_prefix}}/include\"
    IMPORTED_LOCATION \"${{_wardrobe_prefix}}/{shared}\"{import})
  add_library(wardrobe::static STATIC IMPORTED)
  set_target_properties(wardrobe::static PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES \"${{_wardrobe_prefix}}/include\"
    INTERFACE_LINK_LIBRARIES \"{libraries}\"
    IMPORTED_LOCATION \"${{_wardrobe_prefix}}/{archive}\")
endif()
"
    )
}

/// Returns the pkg-config file for the static library. It names the file of the library, because
/// `pkg-config --static` alone makes the linker choose a shared library that lies beside it.
fn static_pkg_config(prefix: &str, naming: LibraryNaming, built: &Path) -> String {
    let library = if built.join("libscumm_c.a").exists() {
        "libwardrobe.a"
    } else {
        "wardrobe.lib"
    };
    format!(
        "prefix={prefix}\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\nName: wardrobe-static\n\
         Description: The costumes and stages of SCUMM games, linked statically\nVersion: {VERSION}\n\
         Libs: ${{libdir}}/{library} {}\nCflags: -I${{includedir}}\n",
        naming.private()
    )
}

/// The examples, each with its input. An example is called with its input and the name of the
/// picture to write.
const EXAMPLES: [(&str, &str); 2] = [
    ("walk", "data/demo/built"),
    ("costume", "data/scene-costumes/doll-v5.cost"),
];

/// Unpacks the archive into a new folder, builds the examples with the shared and with the static
/// library, and runs them. `program` returns the command that runs an example, given the example
/// and the folder of the shared library. `compiler` is the command line of the compiler. Returns
/// the output and the pictures of the examples.
///
/// # Errors
/// Returns an error if an example cannot be built or run, if it draws no picture, or if its results
/// with the shared and with the static library differ.
pub fn try_examples(
    archive: &[u8],
    naming: LibraryNaming,
    compiler: &str,
    program: impl Fn(&Path, &Path) -> Command,
) -> Result<Vec<u8>> {
    packages::ensure(&[("pkg-config", "pkg-config"), ("tar", "tar")])?;
    let folder = tempfile::Builder::new().prefix("wardrobe-c-").tempdir()?;
    let folder = folder.path();
    let prefix = unpack(folder, archive, naming)?;
    let mut all = Vec::new();
    for (name, input) in EXAMPLES {
        let mut results = Vec::new();
        for is_static in [false, true] {
            let built = folder.join(if is_static {
                format!("{name}-static.exe")
            } else {
                format!("{name}.exe")
            });
            let mut words = compiler.split(' ');
            let mut compile = Command::new(words.next().unwrap_or_default());
            compile
                .args(words)
                .arg(prefix.join("examples").join(name).with_extension("c"));
            step(
                compile
                    .args(pkg_config_options(&prefix, is_static)?)
                    .arg("-o")
                    .arg(&built),
            )?;
            results.push(result_of(
                &mut program(&built, &prefix.join("lib")),
                Path::new(input),
                &folder.join("picture"),
            )?);
        }
        ensure!(
            results[0] == results[1],
            "{name}: the shared library gives other results than the static library"
        );
        all.extend(results.swap_remove(0));
    }
    if naming == LibraryNaming::HOST && compiler == "cc" {
        try_cmake(folder, &prefix)?;
    }
    Ok(all)
}

/// A project of CMake that builds an example with the shared and with the static library.
const CMAKE_PROJECT: &str = "\
cmake_minimum_required(VERSION 3.10)
project(walk C)
find_package(wardrobe 0.1 REQUIRED)
foreach(kind wardrobe static)
  add_executable(walk-${kind} ${EXAMPLE})
  target_link_libraries(walk-${kind} wardrobe::${kind})
endforeach()
";

/// Builds an example with CMake in `folder`, if the machine has CMake, and runs it.
fn try_cmake(folder: &Path, prefix: &Path) -> Result<()> {
    if Command::new("cmake").arg("--version").output().is_err() {
        eprintln!("xtask: CMake is not here; find_package is not tried");
        return Ok(());
    }
    let project = folder.join("cmake");
    fs::create_dir_all(&project)?;
    fs::write(project.join("CMakeLists.txt"), CMAKE_PROJECT)?;
    let build = project.join("build");
    let example = prefix.join("examples/walk.c");
    let mut configure = Command::new("cmake");
    configure
        .arg("-S")
        .arg(&project)
        .arg("-B")
        .arg(&build)
        .arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display()))
        .arg(format!("-DEXAMPLE={}", example.display()));
    printed(&mut configure)?;
    printed(Command::new("cmake").arg("--build").arg(&build))?;
    for kind in ["wardrobe", "static"] {
        // The path of the shared library is in the program.
        let mut program = Command::new(build.join(format!("walk-{kind}")));
        result_of(
            &mut program,
            Path::new(EXAMPLES[0].1),
            &folder.join("picture"),
        )?;
    }
    Ok(())
}

/// Unpacks an archive and returns its folder, which serves as a prefix.
fn unpack(folder: &Path, archive: &[u8], naming: LibraryNaming) -> Result<PathBuf> {
    let file = folder.join("archive");
    fs::write(&file, archive)?;
    let (program, args) = match naming {
        LibraryNaming::Windows => ("unzip", ["-q"].as_slice()),
        LibraryNaming::Linux | LibraryNaming::MacOs => ("tar", ["-xf"].as_slice()),
    };
    step(
        Command::new(program)
            .args(args)
            .arg(&file)
            .current_dir(folder),
    )?;
    let is_prefix = |path: &PathBuf| path.join("include").exists();
    let inner = fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(is_prefix);
    let prefix = inner.or_else(|| is_prefix(&folder.to_path_buf()).then(|| folder.to_path_buf()));
    let prefix = prefix.context("the archive has no header")?;
    if naming == LibraryNaming::Windows {
        // Windows searches for the library in the folder of the program.
        fs::copy(prefix.join("bin/wardrobe.dll"), folder.join("wardrobe.dll"))?;
    }
    Ok(prefix)
}

/// Returns the options for compiling and linking that pkg-config prints.
fn pkg_config_options(prefix: &Path, is_static: bool) -> Result<Vec<String>> {
    let mut ask = Command::new("pkg-config");
    ask.env("PKG_CONFIG_LIBDIR", prefix.join("lib/pkgconfig"))
        .args(["--cflags", "--libs"])
        .arg(if is_static {
            "wardrobe-static"
        } else {
            "wardrobe"
        });
    let text = printed(&mut ask)?;
    Ok(text.split_whitespace().map(str::to_owned).collect())
}

/// Returns the output and the picture of an example.
fn result_of(command: &mut Command, input: &Path, picture: &Path) -> Result<Vec<u8>> {
    let _ = fs::remove_file(picture);
    let said = printed(command.args([input, picture]))?;
    let drawn = fs::read(picture).with_context(|| format!("{command:?} wrote no picture"))?;
    let colours = drawn.iter().copied().collect::<BTreeSet<u8>>();
    ensure!(
        colours.len() > 8 && !said.is_empty(),
        "{command:?}: the picture is empty"
    );
    // On Windows the output has other line ends. They are replaced, so that outputs of all systems
    // can be compared.
    Ok(said
        .replace('\r', "")
        .into_bytes()
        .into_iter()
        .chain(drawn)
        .collect())
}
