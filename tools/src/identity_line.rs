//! Describes the identity of a game for programs that read JSON.

use scumm_room::resource::Identity;
use serde::Serialize;

/// The known facts about a game's edition, and how they were recognised.
#[derive(Debug, Serialize)]
pub struct IdentityLine {
    /// All facts in one line of text.
    pub text: String,
    title: Option<&'static str>,
    title_by: Option<&'static str>,
    edition: Option<&'static str>,
    platform: Option<&'static str>,
    platform_by: Option<&'static str>,
    language: Option<&'static str>,
    humongous: Option<String>,
    humongous_by: Option<&'static str>,
    /// Points at which the user's choice contradicts the table of known index files.
    doubts: Vec<String>,
}

impl From<&Identity> for IdentityLine {
    fn from(identity: &Identity) -> Self {
        let by = |how: &'static str| Some(how).filter(|how| !how.is_empty());
        Self {
            text: identity.to_string(),
            title: identity.title,
            title_by: by(identity.title_by),
            edition: identity.edition,
            platform: identity.platform,
            platform_by: by(identity.platform_by),
            language: identity.language,
            humongous: identity.humongous.clone(),
            humongous_by: by(identity.humongous_by),
            doubts: identity.doubts.clone(),
        }
    }
}
