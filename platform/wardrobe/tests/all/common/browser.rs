//! A browser that tests control: Chromium through chromedriver, over HTTP (W3C WebDriver).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// The longest time until the driver's first answer.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A window of the browser.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: TempDir,
}

impl Browser {
    /// Opens a window. Returns `None`, after printing the reason on stderr, if chromedriver or
    /// Chromium is missing, or if `WARDROBE_WITHOUT_BROWSER` is set (`cargo xtask test tools`).
    pub fn open() -> Option<Self> {
        if std::env::var_os("WARDROBE_WITHOUT_BROWSER").is_some() {
            eprintln!("skipped: WARDROBE_WITHOUT_BROWSER is set, so no browser opens the pages");
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let mut driver = Command::new("chromedriver");
        driver
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let Ok(driver) = driver.spawn() else {
            eprintln!("skipped: chromedriver is missing, so no browser opens the pages");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        let mut browser = Self {
            driver,
            port,
            session: String::new(),
            _profile: profile,
        };
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(start.elapsed() < PATIENCE, "chromedriver does not answer");
            sleep(Duration::from_millis(50));
        }
        let data = format!("--user-data-dir={}", browser._profile.path().display());
        let quiet = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
        ];
        let alone = [
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            &data,
        ];
        let arguments = [&quiet[..], &alone].concat();
        let options = json!({"args": arguments});
        let wanted = json!({"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}});
        let made = browser.call(
            "POST",
            "/session",
            &json!({"capabilities": {"alwaysMatch": wanted}}),
        );
        let Ok(made) = made else {
            eprintln!(
                "skipped: the browser cannot be started: {}",
                made.unwrap_err()
            );
            return None;
        };
        browser.session = format!("/session/{}", made["sessionId"].as_str().unwrap());
        Some(browser)
    }

    /// Sends a request and returns the value of the answer or an error message.
    fn call(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let body = if method == "POST" {
            body.to_string()
        } else {
            String::new()
        };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(|e| e.to_string())?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n",
            self.port
        );
        write!(
            stream,
            "{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = BufReader::new(stream);
        let (mut line, mut length) = (String::new(), 0);
        while line != "\r\n" {
            line.clear();
            answer.read_line(&mut line).map_err(|e| e.to_string())?;
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut bytes = vec![0; length];
        answer.read_exact(&mut bytes).map_err(|e| e.to_string())?;
        let value = serde_json::from_slice::<Value>(&bytes).unwrap()["value"].take();
        match value.get("error") {
            Some(error) if !error.is_null() => Err(format!("{path}: {value}")),
            _ => Ok(value),
        }
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.call("POST", &format!("{}{path}", self.session), body)
            .unwrap()
    }

    /// Opens a file. `rest` is appended to its URL.
    pub fn go(&self, file: &Path, rest: &str) {
        self.post("/url", &json!({"url": "about:blank"}));
        self.post(
            "/url",
            &json!({"url": format!("file://{}{rest}", file.display())}),
        );
    }

    /// Sends a command of the protocol of Chromium's developer tools and returns its result.
    pub fn command(&self, command: &str, params: &Value) -> Value {
        self.post(
            "/goog/cdp/execute",
            &json!({"cmd": command, "params": params}),
        )
    }

    /// Sets the size of the page in CSS pixels.
    pub fn resize(&self, width: u32, height: u32) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.command("Emulation.setDeviceMetricsOverride", &metrics);
    }

    /// Tells the pages that are opened from now on that the user prefers reduced motion.
    pub fn reduce_motion(&self) {
        let feature = json!({"name": "prefers-reduced-motion", "value": "reduce"});
        self.command(
            "Emulation.setEmulatedMedia",
            &json!({"features": [feature]}),
        );
    }

    /// Chooses files or a folder in an input element with this id.
    pub fn choose_files(&self, id: &str, files: &[&Path]) {
        let document = self.command("DOM.getDocument", &json!({}));
        let root = &document["root"]["nodeId"];
        let found = self.command(
            "DOM.querySelector",
            &json!({"nodeId": root, "selector": format!("#{id}")}),
        );
        let files: Vec<String> = files
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        self.command(
            "DOM.setFileInputFiles",
            &json!({"files": files, "nodeId": found["nodeId"]}),
        );
    }

    /// Evaluates an expression on the page and returns its value.
    pub fn eval(&self, expression: &str) -> Value {
        self.post(
            "/execute/sync",
            &json!({"script": format!("return {expression};"), "args": []}),
        )
    }

    /// Waits until an expression is true.
    pub fn wait(&self, expression: &str) {
        let start = Instant::now();
        while self.eval(&format!("Boolean({expression})")) != Value::Bool(true) {
            assert!(start.elapsed() < PATIENCE, "never true: {expression}");
            sleep(Duration::from_millis(30));
        }
    }

    /// Presses keys one after the other. Keys without a character have code points of WebDriver.
    pub fn press(&self, keys: &str) {
        let strokes: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                [
                    json!({"type": "keyDown", "value": key}),
                    json!({"type": "keyUp", "value": key}),
                ]
            })
            .collect();
        self.post(
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": strokes}]}),
        );
    }

    /// Drops files and folders onto the middle of the page.
    pub fn drop_files(&self, files: &[&Path]) {
        let files: Vec<String> = files
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        for kind in ["dragEnter", "dragOver", "drop"] {
            let data = json!({"items": [], "files": files, "dragOperationsMask": 1});
            let params = json!({"type": kind, "x": 300, "y": 300, "data": data});
            self.command("Input.dispatchDragEvent", &params);
        }
    }

    /// Sets the folder for downloads.
    pub fn save_into(&self, folder: &Path) {
        let params = json!({"behavior": "allow", "downloadPath": folder.display().to_string()});
        self.command("Browser.setDownloadBehavior", &params);
    }

    /// Returns the messages on the console since the previous call, including errors.
    pub fn console(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({"type": "browser"}));
        log.as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["message"].to_string())
            .collect()
    }

    /// Returns a picture of the window as a PNG in Base64.
    pub fn screenshot(&self) -> String {
        let path = format!("{}/screenshot", self.session);
        self.call("GET", &path, &Value::Null)
            .unwrap()
            .as_str()
            .unwrap()
            .to_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            // Otherwise the browser continues to run and to play the page.
            if let Err(error) = self.call("DELETE", &self.session, &Value::Null) {
                eprintln!("the browser can't be closed: {error}");
            }
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The code points of keys without a character.
pub mod key {
    pub const TAB: char = '\u{e004}';
    pub const ENTER: char = '\u{e007}';
    pub const ESCAPE: char = '\u{e00c}';
    pub const LEFT: char = '\u{e012}';
    pub const UP: char = '\u{e013}';
    pub const RIGHT: char = '\u{e014}';
    pub const DOWN: char = '\u{e015}';
}
