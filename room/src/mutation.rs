//! Rules that a test breaks on purpose, one at a time, to see whether the scenes notice. Nothing can be broken without the feature
//! `mutations`, which only tests have: then [`Mutation::breaks`] is a constant, and its branch is not compiled into anything.

/// The table of mutations: name, number of the rule, what holds instead.
macro_rules! mutations {
    ($($name:ident: $rule:literal, $what:literal;)*) => {
        /// A rule that is broken.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Mutation {
            $(
                #[doc = concat!($rule, ": ", $what, ".")]
                $name,
            )*
        }

        impl Mutation {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The number of the rule.
            #[must_use]
            pub const fn rule(self) -> &'static str {
                match self {
                    $(Self::$name => $rule,)*
                }
            }

            /// What holds in its place.
            #[must_use]
            pub const fn what(self) -> &'static str {
                match self {
                    $(Self::$name => $what,)*
                }
            }
        }
    };
}

impl Mutation {
    /// What a number is multiplied by whose sign the mutation turns round.
    #[must_use]
    pub const fn sign(self) -> i32 {
        if self.breaks() { -1 } else { 1 }
    }
}

mutations! {
    NumAnimCounts: "C3", "numAnim is a count";
    LimbMaskReversed: "C11", "bit 0 of a record's mask is limb 0";
    LengthCounts: "C11", "a sequence is one command shorter";
    LoopBitInverted: "C11", "bit 7 of the length byte makes a sequence loop";
    DirectionsSwapped: "C9", "direction 0 is east and 1 is west";
    OthersSwitchedOff: "C15", "limbs that a record does not name are switched off";
    StopIgnored: "C13", "0x79 stops no limb";
    StoppedStandsStill: "C20", "a stopped limb does not advance";
    HeldGoesRound: "C22", "a sequence that does not loop begins anew";
    LoopSkipsStart: "C22", "a loop goes on behind its start";
    CommandsTakeTime: "C22", "sound and counter commands take a frame";
    CountIgnored: "C22", "0x7C counts nothing";
    SoundIgnored: "C22", "0x78 raises no soundCounter";
    SoundSlotSwapped: "C22", "0x71 is sound 1 and 0x72 is sound 0";
    LimbsDescend: "C30", "limb 15 is drawn first";
    StoppedIsDrawn: "C30", "a stopped limb is drawn";
    MovesIgnored: "C32", "moveX and moveY move nothing";
    FormatBitIgnored: "C4", "bit 7 of the format is not looked at";
    WestNotMirrored: "C41", "west is not mirrored";
    NoShadowTable: "C51", "COST has no shadow table";
    ShadowModeIgnored: "C50", "shadowMode 0x20 changes nothing";
    RelYSubtracted: "C32", "relY is subtracted";
    RelXSubtracted: "C32", "relX is subtracted";
    MoveYAdded: "C32", "moveY is added";
    MoveXSubtracted: "C32", "moveX is subtracted";
    PaletteOneLate: "C6", "colour 0 is the palette's second byte";
    OverrideIgnored: "C52", "an actor has no colours of its own";
    NeverDark: "C54", "actors are never dark";
    ThirtyTwoAsSixteen: "C36", "runs of 32 colours have four bits for the length";
    LongRunOneMore: "C36", "a long run is one pixel longer";
    ZeroIsOpaque: "C38", "colour 0 is drawn";
    DroppedColumnsNotDrawn: "C69", "a dropped column is not drawn";
    MirrorOneOff: "C41", "the mirror lies half a pixel left of actorX";
    PlaceNotScaledAcross: "C64", "xm is not scaled";
    PlaceNotScaledDown: "C66", "ym is not scaled";
    RectangleNotScaled: "C67", "the rectangle has the height of the data";
    ColumnsFromTheCentre: "C64", "the columns begin at the table's centre";
    CutColumnsStay: "C44", "the first column that is seen lands where the first of all belongs";
    WestRightExact: "C45", "beyond the right edge no column is lost";
    TopNotClipped: "C48", "top is that of the whole picture";
    TallIsDrawn: "C46", "a picture that reaches line 256 is drawn";
    CutIsWhole: "C47", "a cut picture counts as whole";
    LastStripNotClaimed: "D3", "the last strip of a picture is not claimed";
    CentreOneOff: "C63", "the centre is one entry earlier";
    FullNotExempt: "C60", "scale 255 drops what the table says";
    EqualIsKept: "C60", "an entry of the table that equals the scale is kept";
    RowsNotDropped: "C60", "rows are not scaled";
    MaskBitsReversed: "M1", "bit 0 of a mask is the leftmost pixel";
    MaskIgnored: "M1", "no plane hides anything";
    ShadowOfTheColour: "C50", "shadowMode 0x20 looks the colour up, not the screen";
    ThirteenIsPlain: "C50", "colour 13 is drawn as it is";
    OneShadowForAll: "A61", "mode 3 has one table for all colours below 8";
    ConditionsAskNothing: "A16", "C021 and C022 ask for no redraw";
    LoopEndsEarly: "A13", "a loop ends in front of its end";
    RunBeginsAnew: "A13", "a limb of type 3 begins anew";
    SkipsIfItHolds: "A24", "C090 to C095 skip if the comparison holds";
    JumpsUnless: "A23", "C070 to C075 jump unless the comparison holds";
    AddIgnored: "A25", "C040 adds nothing";
    SetIgnored: "A25", "C010 sets nothing";
    IncrementsOne: "A25", "C060 raises variable 1";
    FlipIgnored: "A26", "C08A turns nothing round";
    SoundOneMore: "A27", "C015 takes the next sound";
    HideIgnored: "A7", "mode 4 hides nothing";
    EndIsExclusive: "A7", "a sequence's last code is in front of its end";
    ChoreMaskIgnored: "A7", "a chore is applied to all its limbs";
    StoppedCelIsDrawn: "A40", "a hidden limb is drawn";
    MovesFirst: "A41", "a cel's move comes before its place";
    ItemsHaveRel: "A42", "the items of draw-many are moved by the cel's rel";
    ItemsMoveNothing: "A43", "C022 and C025 move no later limb";
    CelMoveYAdded: "A41", "moveY is added";
    CelsNotMirrored: "A45", "west is not mirrored";
    FlipNotLookedAt: "A45", "the actor's flip is not looked at";
    CelsLoseAColumn: "A60", "codec 1 loses a column beyond the right edge";
    BitmapsScale: "A74", "codecs 5 and 16 are scaled";
    BompRectExact: "A72", "codec 5 reports its pixels";
    LiteralsMirrored: "A73", "codec 5 mirrors literals";
    TrleIsMirrored: "A91", "codec 32 lies where its mirror would";
    MajminNotMirrored: "A83", "codec 16 is not mirrored";
    NothingTransparent: "A70", "codecs 5 and 16 have no transparent colour";
    FirstColourWrong: "A80", "codec 16's first colour is another";
    FillOneLess: "A70", "a run of codec 5 is one pixel shorter";
    CelOverrideIgnored: "A50", "an actor has no colours of its own";
    AkplOneLate: "A3", "colour 0 is AKPL's second byte";
    CelShadowIgnored: "A61", "shadow modes change nothing";
    TrleOneLess: "A90", "runs of codec 32 are one pixel shorter";
    LargerLayerInFront: "D6", "a larger layer is in front";
    LowerIsBehind: "D6", "an actor further down is further back";
    SortIsStable: "D6", "the sort is stable";
    OrderOfNumbers: "D6", "actors are drawn in the order of their numbers";
    ForceClipIgnored: "M5", "forceClip is not looked at";
    Class20Ignored: "M5", "class 20 is hidden as others are";
    BoxMaskIgnored: "M5", "a box's mask is not looked at";
    NoOldShift: "G4", "nothing is added to actorX up to v2";
    ElevationLowers: "C40", "elevation counts downwards";
    NothingIsScaled: "C60", "no actor is scaled";
    CutAsksNothing: "C47", "a cut picture asks for no redraw";
    LightsIgnored: "C54", "the lights variable darkens no actor";
    NothingRestored: "D4", "an actor's background is not restored";
    AnimatedFirst: "D5", "an actor is animated before it is drawn";
    CountersStay: "C26", "sounding resets no soundCounter";
    FramesHaveNoNames: "T30", "0x38 to 0x3C are numbers as others are";
    SpeedIgnored: "T50", "every frame animates";
    CounterStays: "T30", "an animation leaves animCounter";
    InitResetsNothing: "T30", "the init frame resets no limb";
    StartAsksNothing: "T30", "a started animation asks for no redraw";
    OperandsAreNumbers: "T33", "the operand of a script is no direction";
    LimbsKeepTheirWay: "T40", "a new facing starts no limb anew";
    FacingAsksNothing: "T40", "a new facing asks for no redraw";
    TurnsAtOnce: "T43", "an actor turns in one step";
    TurnsTheLongerWay: "T42", "an actor turns the longer way";
    GateRoundsToZero: "B12", "an upright gate rounds what lies between -1 and 0 to 0";
    EastIsWide: "T10", "45 and 135 degrees are east";
    UseMaskIgnored: "C12", "limbs that were not asked for change, too";
    HighBitIsSilent: "C21", "bit 7 of a command raises no soundCounter in v1 to v3";
    OldActorsScale: "C6B", "actors of v1 to v3 are scaled";
    TwelveIsDark: "C54", "entry 12 becomes 8 in the dark";
    DarkIsWhole: "C54", "all entries become 8 in the dark";
    OwnColourStays: "C53", "the costume's palette byte changes no colour in v2 and v3 EGA";
    TwelveIsTheActors: "C53", "entry 12 is the actor's in v2";
    ClearsNothing: "A22", "C031 leaves its variable as it is";
    IgnoredTurnsTurn: "T41", "an actor that ignores turns begins to turn";
    ClassesMirrorNothing: "T44", "classes 29 and 30 mirror no direction";
    OriginIgnored: "C32", "the running place of v2 and v3 EGA begins at the actor";
    WidthInPixels: "C34", "v1 counts the width of a picture in pixels";
    OldRelYAdded: "C34", "v1 adds relY";
    OffIsAStart: "C11", "0xFF is the number of a command in v1 to v3";
    MaskIsTheLowByte: "C11", "the mask of v1 is the low byte of the word";
    PairsKeepTheirOrder: "C71", "facing west, the pairs inside a column of v1 are not turned round";
    RunsAreLiterals: "C71", "bit 7 of a run's length repeats nothing in v1";
    ColumnsGoOn: "C71c", "a picture of v1 goes on behind a column outside";
    ElevationOfSingleLines: "G4", "elevation counts single lines up to v2";
    OldPositionsArePixels: "G4", "columns of positions are pixels up to v2";
    MissingStopsLimbs: "C10", "an animation that does not exist switches the limbs off";
    LimbsKeepPlainFrames: "C14", "a limb's frame is without its direction";
    ResetKeepsStopped: "C16", "a reset leaves stopped limbs stopped";
    PositionsCount: "C25", "a new position is a change, with the same command, too";
    PlaceNotMirrored: "C35", "an actor that faces west keeps the places of the east";
    LastColumnIsLost: "C37", "decoding ends a column early";
    AmigaStoresColumns: "C70", "the Amiga editions of version 5 store columns";
    RectangleOfThePixels: "C42", "facing west, the rectangle is that of the pixels";
    OutsideIsReached: "C43", "a picture outside reaches lines, too";
    CostReadsTheBigTable: "C61", "COST is scaled by the big table";
    AkosReadsTheSmallTable: "C62", "AKOS of v7 and v8 is scaled by the small table";
    HumongousReadsTheBigTable: "A64", "AKOS of Humongous games is scaled by the big table";
    OwnTableIgnored: "A63", "no game has a scale table of its own";
    ScaledWestCountsUp: "C65", "facing west, the columns of a scaled picture count up";
    ScaledSkipsOneMore: "C68", "a scaled picture skips the column that enters, too";
    FourCountsDown: "C69a", "facing west, the index of v4 counts down";
    ShadowOnce: "C6A", "COST shades a pixel once";
    SuitsAreBlack: "C71a", "all actors of v1 wear black";
    OldColoursAreDirect: "C71b", "the colours of v1 go through no map";
    LaterPlanesAreNone: "M4", "there is no plane behind the last";
    HundredIsAPlane: "M6", "100 is a plane like any other";
    NoBoxMasksNothing: "M7", "outside of boxes no plane hides an actor of v1 to v3";
    SharersAreLeft: "D2", "who shares a strip is not drawn again";
    MarksDoNotSpread: "D2b", "in HE70 and later no mark spreads";
    WholeLinesAreRestored: "D4a", "HE71 and later restore the lines of the whole actor";
    UpperActorsAreSorted: "D7", "actors of v8 with negative layers are sorted as others are";
    DrawingClearsNothing: "D8", "drawing leaves needRedraw set";
    MissingSetsNoFrame: "T32", "an animation that does not exist sets no frame";
    OperandsOfSevenAreNumbers: "T34", "the operand of a script of v7 is no direction";
    OldLimbsAlone: "T40a", "v1 and v2 restart one limb alone";
    LimbsAskNoClock: "T51", "one limb advances without the clock";
    ChoresSwapDirections: "A6", "direction 0 is east and 1 is west";
    HiddenLimbsStand: "A10", "a hidden limb takes no step";
    ProgramsWalkBytewise: "A14", "types 6 and 8 do not know the lengths of operands";
    LoopsKnowLengths: "A15", "types 2 and 3 know the lengths of operands";
    SkipsOneInstruction: "A18", "a skip passes over one instruction";
    JumpsGoOn: "A21", "a jump goes on behind its target";
    LeaveIgnored: "A28", "C086 leaves no room";
    ListensToSilence: "A29", "C018 goes to its target where the sound does not play";
    AuxIgnored: "A31", "a C08E that is stepped over queues nothing";
    TablesCountFromOne: "A32", "C088 takes the entry of its variable, not the one before";
    FirstInFirstOut: "A33", "the queue is worked off first in, first out";
    ItemsAskNothing: "A44", "conditional draw-many shows every item";
    MapNeverSet: "A51", "codec 5 never goes through the palette";
    MapIsOfTheActor: "A53", "codec 5 maps all cels of the actor";
    ClipIgnored: "A62", "no actor has a clip of its own";
    BitmapMirrorOneOff: "A71", "codecs 5 and 16 are mirrored one column further left";
    TransparentIsAlways255: "A82", "255 is transparent in Humongous games, too";
    FactorsIgnored: "A95", "a remap of the palette leaves colours as they are";
    BorrowsNothing: "C33", "redirect bytes are passed over";
    DrawingMarksNobody: "D2a", "in HE62 drawing marks nobody else";
    AuxIsNotDrawn: "A98", "no aux frame is drawn";
    MajminHasNoClip: "A84", "codec 16 has no clip of its own";
    BitmapsAskForRedraw: "A76", "a cut picture of codec 5 asks for a redraw";
    FlagIsOfTheActor: "A52", "the flag of codec 5 is of the actor";
    FramesOfSevenHaveNoNames: "T31", "1001 to 1005 are numbers as others are";
    ElevationAsksNothing: "D10", "a new elevation asks for no redraw";
}

#[cfg(feature = "mutations")]
thread_local! {
    /// The rule that is broken in this thread.
    static BROKEN: std::cell::Cell<Option<Mutation>> = const { std::cell::Cell::new(None) };
}

impl Mutation {
    /// Whether this rule is broken in this thread.
    #[cfg(feature = "mutations")]
    #[must_use]
    pub fn breaks(self) -> bool {
        BROKEN.get() == Some(self)
    }

    /// Whether this rule is broken: never.
    #[cfg(not(feature = "mutations"))]
    #[must_use]
    #[inline(always)]
    pub const fn breaks(self) -> bool {
        false
    }

    /// Does something with this rule broken in this thread, and mends it again.
    #[cfg(feature = "mutations")]
    pub fn during<T>(self, act: impl FnOnce() -> T) -> T {
        BROKEN.set(Some(self));
        let result = act();
        BROKEN.set(None);
        result
    }
}
