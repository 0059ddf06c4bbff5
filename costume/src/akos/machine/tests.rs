use super::super::tests::{Parts, World, started};
use super::*;
use crate::Costume;

/// A stream in limb 0 that is advanced step by step.
struct Run {
    costume: Costume,
    anim: LimbStates,
    world: World,
    /// True if the last step asked for a redraw.
    redraw: bool,
}

impl Run {
    fn new(dialect: Dialect, mode: u8, aksq: &[u8]) -> Self {
        Self::new_with(dialect, &Parts::sequence(mode, aksq))
    }

    fn new_with(dialect: Dialect, parts: &Parts) -> Self {
        let akos = parts.akos_of(&dialect);
        let anim = started(&akos, 0);
        Self {
            costume: Costume::Akos(akos),
            anim,
            world: World::default(),
            redraw: false,
        }
    }

    /// Creates a program (mode 6) of v7 that begins on a cel, so that the first step goes to byte
    /// 1.
    fn program(code: &[u8]) -> Self {
        Self::new(Dialect::new(7), mode::PROGRAM, &[&[0], code].concat())
    }

    fn humongous(he: u8, code: &[u8]) -> Self {
        Self::new(
            Dialect::humongous(he),
            mode::PROGRAM,
            &[&[0], code].concat(),
        )
    }

    fn var(mut self, number: usize, value: i16) -> Self {
        self.anim.vars[number] = value;
        self
    }

    fn step(&mut self) -> u16 {
        self.redraw = self.costume.advance(&mut self.anim, &mut self.world);
        self.anim.limbs[0].curpos
    }

    fn steps<const N: usize>(&mut self) -> [u16; N] {
        std::array::from_fn(|_| self.step())
    }

    /// Executes a step that ends with a fault, and checks that the limb keeps its position.
    fn fault(mut self) -> Fault {
        let before = self.anim.limbs[0];
        self.step();
        assert_eq!(self.anim.limbs[0], before);
        assert!(!self.redraw);
        let faults = self.world.faults();
        assert_eq!(faults.len(), 1, "{faults:?}");
        faults[0]
    }
}

#[test]
fn the_worked_program_w11() {
    let code = [
        0, // [a] = 0: cel 0
        0xc0, 0x10, 3, 0, 1, // var1 := 3
        1, // [b] = 6: cel 1
        0xc0, 0x40, 0xff, 0xff, 1, // var1 += -1
        0xc0, 0x74, 6, 0, 1, 0, 0, // var1 > 0: to [b]
        2, // [c] = 19: cel 2
        0xc0, 0x60, 0xc0, 0x30, 0, 0, // var0 += 1, to [a]
    ];
    let mut run = Run::new(Dialect::new(7), mode::PROGRAM, &code);
    let seen: [_; 6] =
        std::array::from_fn(|_| (run.step(), run.redraw, run.anim.vars[1], run.anim.vars[0]));
    assert_eq!(
        seen,
        [
            (6, true, 3, 0),
            (6, false, 2, 0),
            (6, false, 1, 0),
            (19, true, 0, 0),
            (0, true, 0, 1),
            (6, true, 3, 1)
        ]
    );
}

#[test]
fn a_step_moves_first_so_the_code_at_the_start_waits_for_its_return_a12() {
    // C060 increments v0. The limb starts on it, and the first step moves past it.
    let mut run = Run::new(Dialect::new(7), mode::LOOP, &[0xc0, 0x60, 1]);
    assert_eq!((run.step(), run.anim.vars[0]), (2, 0));
    assert_eq!(
        (run.step(), run.anim.vars[0]),
        (2, 1),
        "the step executes the command and continues to a code that stays"
    );
}

#[test]
fn mode_2_loops_over_codes_a13() {
    let mut run = Run::new(Dialect::new(7), mode::LOOP, &[1, 0x80, 200, 3]);
    assert_eq!(run.steps(), [1, 3, 0, 1]);
}

#[test]
fn mode_2_returns_to_its_start_when_the_end_is_before_it_a13() {
    let mut run = Run::new(Dialect::new(7), mode::LOOP, &[1, 2, 3]);
    (
        run.anim.limbs[0].start,
        run.anim.limbs[0].curpos,
        run.anim.limbs[0].end,
    ) = (2, 2, 1);
    assert_eq!((run.step(), run.redraw), (2, false));
}

#[test]
fn mode_3_holds_its_end_a13() {
    let mut run = Run::new(Dialect::new(7), mode::RUN, &[1, 0x80, 200, 3]);
    assert_eq!(run.steps(), [1, 3, 3]);
    assert!(!run.redraw);
}

#[test]
fn mode_7_and_unknown_modes_stand_still_a13() {
    for mode in [mode::CONSTANT, 9, 200] {
        let mut run = Run::new(Dialect::new(7), mode, &[1, 2, 3]);
        assert_eq!((run.step(), run.redraw), (0, false));
    }
}

#[test]
fn mode_8_is_a_program_too_a14() {
    let mut run = Run::new(Dialect::humongous(72), mode::DELTA, &[1, 0xc0, 0x60, 2]);
    assert_eq!((run.step(), run.anim.vars[0]), (3, 1));
}

#[test]
fn limbs_that_are_off_do_not_advance_and_stopped_ones_do_a10() {
    let mut run = Run::new(Dialect::new(7), mode::LOOP, &[1, 2]);
    run.anim.stopped = 1;
    assert_eq!(run.step(), 1);
    run.anim.limbs[0].mode = 0;
    assert_eq!(run.step(), 1);
}

#[test]
fn one_limb_is_advanced_n_times_t51() {
    let mut run = Run::new(Dialect::new(7), mode::LOOP, &[1, 2, 3, 4]);
    run.costume
        .advance_limb(&mut run.anim, 0, 3, &mut run.world);
    assert_eq!(run.anim.limbs[0].curpos, 3);
    run.costume
        .advance_limb(&mut run.anim, 99, 3, &mut run.world);
}

#[test]
fn loop_layers_walk_through_operands_byte_by_byte_a15() {
    // C010 var5 := 0x0203 is executed; then the operands 3, 2, 5 are shown as cels.
    let mut run = Run::new(Dialect::new(7), mode::LOOP, &[1, 0xc0, 0x10, 3, 2, 5]);
    assert_eq!((run.steps(), run.anim.vars[5]), ([3, 4, 5, 0], 0x203));
}

#[test]
fn a_run_layer_that_ends_on_a_command_is_endless_a15() {
    let mut parts = Parts::sequence(mode::RUN, &[1, 0xc0, 0x60]);
    parts.chores = vec![vec![0x00, 0x80, mode::RUN, 0, 0, 1, 0]; 4];
    assert_eq!(
        Run::new_with(Dialect::new(7), &parts).fault(),
        Fault::EndlessSequence
    );
    assert_eq!(
        Run::new(Dialect::new(7), mode::CONSTANT, &[0xc0, 0x60]).fault(),
        Fault::EndlessSequence
    );
}

#[test]
fn an_instruction_of_length_0_is_endless_a30() {
    let run = Run::humongous(72, &[0xc0, 0x45, 0, 1, 1]);
    assert_eq!(run.fault(), Fault::EndlessSequence);
}

#[test]
fn reaching_or_passing_conditional_commands_asks_for_redraw_a16() {
    let items = [0xc0, 0x21, 5, 0, 0];
    let mut run = Run::humongous(72, &items);
    assert_eq!((run.step(), run.redraw), (1, true));
    let mut run = Run::new(Dialect::new(7), mode::CONSTANT, &items);
    assert_eq!((run.step(), run.redraw), (0, true));
    let mut run = Run::humongous(72, &[0xc0, 0x47, 4, 1, 0xc0, 0x30, 0, 0]);
    assert_eq!((run.step(), run.redraw), (0, true));
    let mut run = Run::humongous(72, &[0xc0, 0x60, 0xc0, 0x30, 0, 0]);
    assert_eq!((run.step(), run.redraw), (0, false));
}

#[test]
fn a_step_may_end_only_on_something_to_show_a17() {
    let run = Run::program(&[0xc0, 0x30, 5, 0, 0xc0, 0x60]);
    assert_eq!(run.fault(), Fault::UndefinedCommand(0xc060));
}

#[test]
fn what_may_be_stood_on_a20() {
    for code in [0x01, 0xff, 0x20, 0x21, 0x22, 0x25, 0x8e] {
        let mut run = Run::program(&[0xc0, code, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!((run.step(), run.world.faults()), (1, vec![]), "{code:#x}");
    }
}

#[test]
fn c0ff_is_stepped_over_by_a_program_a20() {
    assert_eq!(Run::program(&[0xc0, 0xff, 7]).steps(), [1, 3]);
}

#[test]
fn c030_goes_there_and_stays_a21() {
    let mut run = Run::program(&[0xc0, 0x30, 6, 0, 9, 0xc0, 0x01]);
    assert_eq!(run.step(), 6);
}

#[test]
fn c031_goes_and_clears_the_variable_a22() {
    let code = [0xc0, 0x31, 7, 0, 4, 9, 9];
    let mut run = Run::program(&code).var(4, -2);
    assert_eq!((run.step(), run.anim.vars[4]), (7, 0));
    let mut run = Run::program(&code);
    assert_eq!(run.step(), 6);
}

/// The comparisons with 5 that hold for a smaller value, for 5, and for a larger value.
const HOLDS: [[bool; 3]; 6] = [
    [false, true, false],
    [true, false, true],
    [true, false, false],
    [true, true, false],
    [false, false, true],
    [false, true, true],
];

#[test]
fn c070_to_c075_compare_and_go_a23() {
    for (code, holds) in (0x70..).zip(HOLDS) {
        for (value, holds) in [4, 5, 6].into_iter().zip(holds) {
            let mut run = Run::program(&[0xc0, code, 9, 0, 3, 5, 0, 7, 8]).var(3, value);
            assert_eq!(
                run.step(),
                if holds { 9 } else { 8 },
                "C0{code:02X} with {value}"
            );
        }
    }
    let mut run = Run::program(&[0xc0, 0x72, 9, 0, 3, 0xff, 0xff, 7, 8]).var(3, -2);
    assert_eq!(run.step(), 9);
}

#[test]
fn c090_to_c095_compare_and_skip_a24() {
    for (code, holds) in (0x90..).zip(HOLDS) {
        for (value, holds) in [4, 5, 6].into_iter().zip(holds) {
            let mut run = Run::program(&[0xc0, code, 5, 0, 3, 7, 0xc0, 0x9f, 8]).var(3, value);
            assert_eq!(
                run.step(),
                if holds { 6 } else { 9 },
                "C0{code:02X} with {value}"
            );
        }
    }
}

#[test]
fn skipping_goes_instruction_by_instruction_and_does_not_nest_a18_a24() {
    // The skipped range contains an operand C0 9F, a jump and a second skip; the first C09F ends
    // the skip.
    let code = [
        0xc0, 0x90, 1, 0, 0, // v0 == 1?
        0xc0, 0x10, 0xc0, 0x9f, 2, 0xc0, 0x30, 0, 0, 0xc0, 0x90, 1, 0, 0, 0xc0, 0x9f, 5,
    ];
    let mut run = Run::program(&code);
    assert_eq!((run.step(), run.anim.vars[2]), (22, 0));
    // C09F does nothing unless commands are being skipped.
    assert_eq!(Run::program(&[0xc0, 0x9f, 5]).step(), 3);
}

#[test]
fn skipping_in_a_loop_layer_goes_byte_by_byte_a15() {
    let code = [1, 0xc0, 0x90, 1, 0, 0, 0xc0, 0x10, 0xc0, 0x9f, 5];
    let mut run = Run::new(Dialect::new(7), mode::LOOP, &code);
    assert_eq!(run.step(), 10);
}

#[test]
fn skipping_over_conditions_and_aux_frames_has_their_side_effects_a24() {
    let code = [
        0xc0, 0x90, 1, 0, 0, 0xc0, 0x47, 4, 2, 0xc0, 0x8e, 0x34, 0x12, 0xc0, 0x9f, 0xc0, 0x30, 0, 0,
    ];
    let mut run = Run::humongous(72, &code);
    assert_eq!((run.step(), run.redraw), (0, true));
    assert_eq!(run.world.queued(), [(7, 0x1234, 0)]);
    assert_eq!(run.anim.condition_mask, 0);
}

#[test]
fn c010_sets_c040_adds_in_16_bits_c060_increments_a25() {
    let mut run = Run::program(&[
        0xc0, 0x10, 0xff, 0x7f, 26, 0xc0, 0x40, 1, 0, 26, 0xc0, 0x60, 5,
    ])
    .var(0, i16::MAX);
    run.step();
    assert_eq!((run.anim.vars[26], run.anim.vars[0]), (i16::MIN, i16::MIN));
}

#[test]
fn c082_asks_the_host_for_a_random_number_a25() {
    let mut run = Run::program(&[0xc0, 0x82, 0xfe, 0xff, 9, 0, 4, 5]);
    run.step();
    assert_eq!((run.world.randoms, run.anim.vars[4]), (vec![(-2, 9)], 9));
    let mut run = Run::program(&[0xc0, 0x82, 9, 0, 2, 0, 4, 5]);
    run.step();
    assert_eq!(run.world.randoms, [(2, 9)]);
}

#[test]
fn there_are_27_variables_a25() {
    for code in [
        &[0xc0, 0x10, 1, 0, 27, 5][..],
        &[0xc0, 0x40, 1, 0, 27, 5],
        &[0xc0, 0x81, 27, 5],
    ] {
        assert_eq!(Run::program(code).fault(), Fault::BadVariable(27));
    }
}

#[test]
fn variables_belong_to_the_actor_and_limbs_come_in_order_a25() {
    let record = vec![0x00, 0xc0, 6, 0, 0, 0, 0, 6, 6, 0, 0, 0];
    let aksq = [0, 0xc0, 0x10, 7, 0, 1, 1, 0xc0, 0x40, 2, 0, 1, 1];
    let parts = Parts {
        chores: vec![record; 4],
        aksq: aksq.to_vec(),
        ..Parts::default()
    };
    let mut run = Run::new_with(Dialect::new(7), &parts);
    run.step();
    assert_eq!(run.anim.vars[1], 9);
}

#[test]
fn c08a_flips_a26() {
    let mut run = Run::program(&[0xc0, 0x8a, 0xff, 0xff, 1, 0xc0, 0x8a, 0, 0, 1]);
    run.step();
    assert!(run.anim.flip);
    run.step();
    assert!(!run.anim.flip);
}

/// Returns the queue entries of a program's first step.
fn queued(run: Run) -> Vec<(u8, i32, i32)> {
    let mut run = run;
    run.step();
    assert_eq!(run.world.faults(), []);
    run.world.queued()
}

#[test]
fn c015_names_sounds_from_1_and_from_0_in_humongous_games_a27() {
    let code = |sound| [0xc0, 0x15, sound, 5];
    let v7 = [0, 1, 24, 25].map(|sound| queued(Run::program(&code(sound))));
    assert_eq!(v7, [vec![], vec![(3, 100, 0)], vec![(3, 123, 0)], vec![]]);
    let he = [0, 23, 24].map(|sound| queued(Run::humongous(61, &code(sound))));
    assert_eq!(he, [vec![(3, 100, 0)], vec![(3, 123, 0)], vec![]]);
}

#[test]
fn c061_c042_c044_and_c08d_queue_sounds_a27() {
    assert_eq!(queued(Run::program(&[0xc0, 0x61, 5])), [(3, 100, 0)]);
    assert_eq!(queued(Run::program(&[0xc0, 0x42, 31, 5])), [(9, 131, 0)]);
    assert_eq!(
        queued(Run::program(&[0xc0, 0x44, 2, 5]).var(2, 4)),
        [(9, 104, 0)]
    );
    assert_eq!(
        queued(Run::program(&[0xc0, 0x44, 2, 5]).var(2, -4)),
        [(9, 0, 0)]
    );
    assert_eq!(
        queued(Run::humongous(71, &[0xc0, 0x8d, 2, 5]).var(2, 4)),
        [(3, 104, 0)]
    );
    assert_eq!(
        queued(Run::humongous(70, &[0xc0, 0x8d, 2, 5]).var(2, 4)),
        []
    );
    assert_eq!(queued(Run::program(&[0xc0, 0x8d, 2, 5]).var(2, 4)), []);
}

#[test]
fn c089_controls_a_sound_in_v7_and_v8_only_a27() {
    let code = |sound, kind| [0xc0, 0x89, sound, 0, kind, 0, 77, 0, 5];
    let kinds = [1, 2, 3].map(|kind| queued(Run::program(&code(8, kind))));
    assert_eq!(kinds, [[(7, 107, 77)], [(8, 107, 77)], [(9, 107, 77)]]);
    assert_eq!(queued(Run::program(&code(9, 4))), []);
    assert_eq!(queued(Run::program(&code(0, 4))), []);
    assert_eq!(
        Run::program(&code(1, 4)).fault(),
        Fault::BadOperand {
            command: 0xc089,
            value: 4
        }
    );
    let mut he = Run::humongous(72, &[0xc0, 0x89, 1, 0, 4, 0, 5]);
    assert_eq!((he.step(), he.world.effects), (7, vec![]));
}

#[test]
fn commands_of_the_queue_a28() {
    assert_eq!(queued(Run::program(&[0xc0, 0x80, 200, 5])), [(4, 200, 0)]);
    assert_eq!(
        queued(Run::program(&[0xc0, 0x81, 3, 5]).var(3, 1001)),
        [(4, 1001, 0)]
    );
    assert_eq!(queued(Run::program(&[0xc0, 0x83, 100, 5])), [(5, 100, 0)]);
    assert_eq!(queued(Run::program(&[0xc0, 0x86, 5])), [(1, 0, 0)]);
    assert_eq!(
        queued(Run::program(&[0xc0, 0x87, 0xff, 0xff, 2, 1, 5])),
        [(6, -1, 0x102)]
    );
}

#[test]
fn c084_animates_another_actor_a28() {
    let mut run = Run::program(&[0xc0, 0x84, 1, 2, 5]).var(1, 6).var(2, 1003);
    run.step();
    assert_eq!(
        run.world.effects,
        [Effect::Queue {
            actor: 6,
            command: QueueCommand::StartAnimation,
            p1: 1003,
            p2: 0
        }]
    );
}

#[test]
fn c085_sets_a_variable_of_another_actor_at_once_a28() {
    let code = [0xc0, 0x85, 1, 9, 0xfe, 0xff, 5];
    let mut run = Run::program(&code).var(1, 6);
    run.step();
    assert_eq!(run.world.set, [(6, 9, -2)]);
    let mut own = Run::program(&code).var(1, 3);
    own.step();
    assert_eq!((own.anim.vars[9], own.world.set), (-2, vec![]));
    assert_eq!(Run::program(&code).fault(), Fault::NoActor(0));
    assert_eq!(
        Run::program(&[0xc0, 0x85, 1, 27, 1, 0, 5])
            .var(1, 6)
            .fault(),
        Fault::BadVariable(27)
    );
}

#[test]
fn c016_to_c019_ask_whether_a_sound_plays_a29() {
    for (code, wanted) in [(0x16, true), (0x17, false), (0x18, true), (0x19, false)] {
        for playing in [false, true] {
            let mut run = Run::program(&[0xc0, code, 7, 0, 4, 5, 6]).var(4, 4);
            run.world.running = if playing { vec![104] } else { vec![105] };
            assert_eq!(
                run.step(),
                if playing == wanted { 7 } else { 6 },
                "C0{code:02X}"
            );
        }
    }
}

#[test]
fn c050_c08b_and_c08c_are_ignored_a29() {
    let mut run = Run::program(&[0xc0, 0x50, 9, 0xc0, 0x8b, 9, 9, 9, 9, 0xc0, 0x8c, 9, 5]);
    assert_eq!((run.step(), run.world.effects), (13, vec![]));
}

#[test]
fn c0a0_and_c0a3_queue_talkies_a29_a30() {
    assert_eq!(queued(Run::program(&[0xc0, 0xa0, 7, 9, 5])), [(8, 7, 0)]);
    assert_eq!(
        queued(Run::humongous(72, &[0xc0, 0xa3, 3, 5]).var(3, 300)),
        [(8, 300, 0)]
    );
}

#[test]
fn c0a1_and_c0a2_ask_for_the_own_talkie_in_humongous_games_a29() {
    for (code, wanted) in [(0xa1, true), (0xa2, false)] {
        for talkie in [false, true] {
            let mut run = Run::humongous(72, &[0xc0, code, 6, 0, 5, 6]);
            run.world.talkie = talkie;
            assert_eq!(
                run.step(),
                if talkie == wanted { 6 } else { 5 },
                "C0{code:02X}"
            );
        }
        let run = Run::program(&[0xc0, code, 6, 0, 5, 6]);
        assert_eq!(
            run.fault(),
            Fault::UndefinedCommand(0xc000 | u16::from(code))
        );
    }
}

#[test]
fn commands_of_humongous_games_can_be_skipped_in_v7_and_v8_a24() {
    let code = [
        0xc0, 0x90, 1, 0, 0, 0xc0, 0xa1, 0xc0, 0x9f, 0xc0, 0x45, 5, 0xc0, 0x9f, 0xc0, 0x9f, 8,
    ];
    let mut run = Run::program(&code);
    assert_eq!((run.step(), run.redraw), (17, true));
}

#[test]
fn c0a4_and_c0a5_ask_for_any_talker_and_are_two_bytes_long_a29_a30() {
    for (code, wanted) in [(0xa4, true), (0xa5, false)] {
        for talker in [0, 255] {
            let mut run = Run::program(&[0xc0, code, 6, 0, 5, 6]);
            run.world.talking_actor = talker;
            // Without a jump, the low byte of the target is shown as a cel.
            assert_eq!(
                run.step(),
                if (talker != 0) == wanted { 6 } else { 3 },
                "C0{code:02X}"
            );
        }
    }
}

#[test]
fn c045_to_c048_set_and_read_conditions_in_humongous_games_a29() {
    let mut run = Run::humongous(72, &[0xc0, 0x45, 5, 3, 1, 0xc0, 0x46, 5, 3, 2, 9]).var(1, 5);
    assert_eq!(
        (run.step(), run.anim.user_condition(3), run.anim.vars[2]),
        (11, true, 1)
    );
    let mut run = Run::humongous(
        72,
        &[
            0xc0, 0x47, 4, 6, 0xc0, 0x48, 5, 6, 2, 0xc0, 0x48, 5, 7, 3, 9,
        ],
    );
    assert_eq!(
        (
            run.step(),
            run.anim.condition(6),
            run.anim.vars[2],
            run.anim.vars[3]
        ),
        (15, true, 1, 0)
    );
    for code in [0x45, 0x46, 0x47, 0x48] {
        let run = Run::program(&[0xc0, code, 5, 1, 1, 9]);
        assert_eq!(
            run.fault(),
            Fault::UndefinedCommand(0xc000 | u16::from(code))
        );
    }
}

#[test]
fn a_longer_length_byte_skips_what_follows_a30() {
    assert_eq!(
        Run::humongous(72, &[0xc0, 0x47, 7, 1, 9, 9, 9, 8]).step(),
        8
    );
}

#[test]
fn c08e_is_queued_when_it_is_stepped_over_a31() {
    for run in [
        Run::humongous(71, &[0xc0, 0x8e, 0xff, 0xff, 5]),
        Run::program(&[0xc0, 0x8e, 0xff, 0xff, 5]),
    ] {
        let mut run = run;
        assert_eq!((run.step(), run.world.queued()), (1, vec![]));
        assert_eq!((run.step(), run.world.queued()), (5, vec![(7, 0xffff, 0)]));
    }
}

#[test]
fn stepping_over_c08e_is_fatal_in_he61_and_he70_a31() {
    for he in [61, 70] {
        let mut run = Run::humongous(he, &[0xc0, 0x8e, 1, 0, 5]);
        assert_eq!(run.step(), 1);
        assert_eq!(run.fault(), Fault::UndefinedCommand(0xc08e));
    }
}

#[test]
fn c088_jumps_through_the_table_a32() {
    let mut parts = Parts::sequence(mode::PROGRAM, &[0, 0xc0, 0x88, 4, 5, 6, 7]);
    parts.akfo = vec![5, 0, 6, 0];
    for (value, expected) in [(1, 5), (2, 6)] {
        assert_eq!(
            Run::new_with(Dialect::new(7), &parts).var(4, value).step(),
            expected
        );
    }
    assert_eq!(
        Run::new_with(Dialect::new(7), &parts).fault(),
        Fault::BadJump(-1)
    );
    assert_eq!(
        Run::new_with(Dialect::new(7), &parts).var(4, 3).fault(),
        Fault::BadJump(2)
    );
    assert_eq!(
        Run::new_with(Dialect::humongous(80), &parts)
            .var(4, 1)
            .fault(),
        Fault::BadJump(0)
    );
    parts.akfo.clear();
    assert_eq!(
        Run::new_with(Dialect::new(7), &parts).var(4, 1).fault(),
        Fault::BadJump(0)
    );
}

#[test]
fn c088_uses_the_limbs_own_part_from_he80_on_a32() {
    let mut parts = Parts::sequence(mode::PROGRAM, &[0, 0xc0, 0x88, 4, 5, 6, 7]);
    parts.akfo = vec![0, 0, 5, 0, 9, 9, 6, 0];
    parts.aksf = vec![0, 0, 1, 0, 2, 0];
    assert_eq!(
        Run::new_with(Dialect::humongous(80), &parts)
            .var(4, 1)
            .step(),
        5
    );
    assert_eq!(
        Run::new_with(Dialect::humongous(80), &parts)
            .var(4, 2)
            .step(),
        6
    );
    assert_eq!(
        Run::new_with(Dialect::humongous(80), &parts)
            .var(4, 3)
            .fault(),
        Fault::BadJump(2)
    );
}

#[test]
fn undefined_commands_are_faults_a29() {
    for code in [
        [0xc0, 0x02],
        [0xc0, 0xa6],
        [0xc0, 0xa7],
        [0xc0, 0xfe],
        [0xc1, 0x01],
        [0xff, 0xff],
    ] {
        let expected = Fault::UndefinedCommand(u16::from_be_bytes(code));
        assert_eq!(Run::program(&code).fault(), expected);
        assert_eq!(Run::humongous(99, &code).fault(), expected);
    }
}

#[test]
fn running_off_the_stream_is_a_fault() {
    assert_eq!(Run::program(&[]).fault(), Fault::StreamEnd(1));
    assert_eq!(Run::program(&[0xc0]).fault(), Fault::StreamEnd(1));
    assert_eq!(Run::program(&[0xc0, 0x30, 1]).fault(), Fault::StreamEnd(3));
    assert_eq!(
        Run::program(&[0xc0, 0x30, 0xff, 0xff]).fault(),
        Fault::StreamEnd(0xffff)
    );
}

#[test]
fn more_queue_entries_than_31_in_a_step_are_a_fault_a33() {
    let sounds = |count| [0xc0, 0x61].repeat(count);
    let mut run = Run::program(&[sounds(31), vec![5]].concat());
    assert_eq!((run.step(), run.world.queued().len()), (63, 31));
    assert_eq!(
        Run::program(&[sounds(32), vec![5]].concat()).fault(),
        Fault::QueueFull
    );
}

#[test]
fn bit_0_toggles_while_no_talk_condition_is_set_t85() {
    let he = Dialect::humongous(72);
    let mut anim = LimbStates {
        condition_mask: 1,
        ..LimbStates::default()
    };
    let masks = [(1, true), (2, true), (2, false)].map(|(number, on)| {
        anim.set_user_condition(&he, number, on);
        anim.condition_mask
    });
    assert_eq!(masks, [0x10000, 0x30001, 0x10000]);
}

#[test]
fn bit_0_holds_still_without_the_quirk() {
    let he = Dialect::humongous(72).with_quirks(Quirks::all() - Quirks::CONDITION_TOGGLE);
    let mut anim = LimbStates {
        condition_mask: 1,
        ..LimbStates::default()
    };
    anim.set_user_condition(&he, 1, true);
    assert_eq!(anim.condition_mask, 0x10001);
}

#[test]
fn one_talk_condition_at_a_time_t85() {
    let he = Dialect::humongous(80);
    let mut anim = LimbStates {
        condition_mask: 0x40001,
        ..LimbStates::default()
    };
    anim.set_talk_condition(&he, 5);
    assert_eq!(anim.condition_mask, 0x40010);
    assert!(anim.condition(5) && !anim.condition(1) && anim.user_condition(3));
    anim.set_talk_condition(&he, 10);
    assert_eq!(anim.condition_mask, 0x40200);
    anim.set_talk_condition(&he, 1);
    assert_eq!(anim.condition_mask, 0x40001);
}

#[test]
fn talk_conditions_are_10_bits_and_13_from_he85_on_t85() {
    let mut anim = LimbStates::default();
    anim.set_talk_condition(&Dialect::humongous(80), 13);
    anim.set_talk_condition(&Dialect::humongous(80), 2);
    assert_eq!(anim.condition_mask, 0x1002);
    anim.set_talk_condition(&Dialect::humongous(85), 2);
    assert_eq!(anim.condition_mask, 0x0002);
}

#[test]
fn numbers_outside_1_to_32_have_no_bit() {
    let mut anim = LimbStates::default();
    anim.set_condition(&Dialect::humongous(80), 0, true);
    anim.set_condition(&Dialect::humongous(80), 33, true);
    assert_eq!(anim.condition_mask & !1, 0);
    assert!(!anim.condition(0) && !anim.condition(u32::MAX));
}
