//! Walks as the rules tell them, by hand.
