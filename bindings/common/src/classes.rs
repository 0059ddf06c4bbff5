//! Methods whose arguments or answers are classes of the border itself. A row has the name with underscores and the name with
//! capitals, the parameters, in brackets those of Python, the result, and the body. The body stands in the border, where the name
//! before it is what the object holds. `Bytes` are bytes that are passed, `Or<T>` is a value
//! that may be left out, for which `or` puts another; of `AskedWorld` and `AskedHost` an `Object` is made, which is asked.

/// Passes the list of the methods of each class to a macro.
///
/// A macro, because PyO3 and wasm-bindgen need these items written out in their own crates: a function or a generic type cannot
/// cross that border, and two lists would differ.
#[macro_export]
macro_rules! class_methods {
    ($use:ident) => {
        $use! { Actor;
            /// Advances one limb so many times.
            limb_anim limbAnim(limb: usize, times: u32, world: AskedWorld) [limb, times=1, world=None] -> (), |actor|
                Object::new(world).ask(|world| actor.on(|actor| Ok(actor.limb_anim(limb, times, world)?)));
            /// Whether it is in a class.
            is_in_class isInClass(class_: u8) [class_] -> bool, |actor|
                actor.stage.see(|stage| Ok(stage.actor(actor.id)?.is_in_class(stage.dialect(), class_)));
        }
        $use! { Costume;
            /// Decodes a cel by its number, as seen facing east.
            cel_pixels celPixels(number: u16) [number] -> Frame, |costume| $crate::Frame::of_cel(&costume.costume, number).map(Frame);
            /// AKOS of codec 32: for each pixel of a cel 255 where the data has none, else 0. Nothing for all others, in which a
            /// colour stands for gaps.
            cel_gaps celGaps(number: u16) [number] -> Option<Vec<u8>>, |costume|
                Ok::<_, $crate::Failure>(costume.costume.cel_gaps(number));
            /// Starts animation `frame` in a direction (degrees clockwise from north) on the limbs of a mask, in which bit 15 is
            /// limb 0. An animation that does not exist changes nothing.
            start start(limbs: &Limbs, facing: u16, frame: u16, limb_mask: Or<u16>)
                [limbs, facing, frame, limb_mask=0xffff] -> (), |costume| {
                let facing = scumm_costume::Facing::from_degrees(facing);
                limbs.0.on(|limbs| Ok(costume.costume.start(limbs, facing, frame, or(limb_mask, 0xffff))?))
            };
            /// One animation step of all limbs; whether the actor has to be drawn again. `host` is a `Host`.
            advance advance(limbs: &Limbs, host: AskedHost) [limbs, host=None] -> bool, |costume|
                Object::of_host(host)?.ask(|host| limbs.0.on(|limbs| Ok(costume.costume.advance(limbs, host))));
            /// `times` steps of one limb.
            advance_limb advanceLimb(limbs: &Limbs, limb: usize, times: u32, host: AskedHost)
                [limbs, limb, times=1, host=None] -> (), |costume|
                Object::of_host(host)?.ask(|host| limbs.0.on(|limbs| costume.advance_limb(limbs, limb, times, host)));
        }
        $use! { Game;
            /// The same game, played as another dialect: for what its files do not tell.
            with_dialect withDialect(dialect: &Dialect) [dialect] -> Game, |game|
                game.get().map(|game| Game(game.with_dialect(dialect.0).into()));
            /// The name of a room, if it has one.
            room_name roomName(room: u16) [room] -> Option<String>, |game| game.see(|game| Ok(game.room_name(room).map(str::to_owned)));
            /// Loads and parses a costume.
            costume costume(number: u16) [number] -> Costume, |game| game.see(|game| Ok(Costume(game.costume(number)?.into())));
            /// Loads and parses a room.
            room room(number: u16) [number] -> Room, |game| game.see(|game| Ok(Room(game.room(number)?.into())));
            /// A costume as it is stored, with its header: what `Costume` takes.
            costume_data costumeData(number: u16) [number] -> Vec<u8>, |game| game.see(|game| Ok(game.load_costume(number)?.data));
            /// A room as it is stored, with its header: what `Room` takes.
            room_data roomData(number: u16) [number] -> Vec<u8>, |game| game.see(|game| Ok(game.load_room(number)?.room.data));
            /// Humongous, from 9.0 on: the blend table of an image.
            blend_table blendTable(image: u16) [image] -> Vec<u8>, |game| game.see(|game| Ok(game.blend_table(image)?.to_vec()));
            /// A stage in a room, or with room 0 before the first. It loads rooms and costumes as it needs them.
            stage stage(room: Or<u16>) [room=0] -> Stage, |game|
                game.see(|game| Ok(Stage($crate::SharedStage::of_game(game, or(room, 0))?)));
        }
        $use! { Limbs;
            /// Resets the limbs: nothing plays, nothing is stopped; the counters stay.
            reset reset() [] -> (), |limbs| limbs.on(|limbs| Ok($crate::limbs::reset(limbs)));
            /// A copy.
            copy copy() [] -> Limbs, |limbs| limbs.get().map(|limbs| Limbs(limbs.into()));
            /// The state as bytes, to be kept in a file.
            save save() [] -> Vec<u8>, |limbs| limbs.on(|limbs| $crate::save(limbs));
            /// Takes a state back that `save` wrote.
            restore restore(data: Bytes) [data] -> (), |limbs| limbs.on(|limbs| Ok(*limbs = $crate::restore(data.as_ref())?));
            /// Humongous: sets a condition 1 to 32, or with `user` a user condition 1 to 16.
            set_condition setCondition(dialect: &Dialect, number: u32, on: bool, user: Or<bool>)
                [dialect, number, on=true, *, user=false] -> (), |limbs|
                limbs.on(|limbs| $crate::limbs::set_condition(limbs, &dialect.0, number, on, or(user, false)));
            /// Humongous: sets the talk condition 1 to 32, which ends any other.
            set_talk_condition setTalkCondition(dialect: &Dialect, number: u32) [dialect, number] -> (), |limbs|
                limbs.on(|limbs| $crate::limbs::set_talk_condition(limbs, &dialect.0, number));
        }
        $use! { Random;
            /// A number from `min` to `max`, both included.
            random random(min: i32, max: i32) [min, max] -> i32, |chance| chance.on(|chance| Ok(chance.in_range(min, max)));
        }
        $use! { Renderer;
            /// Takes over what another renderer carries; finished pictures stay.
            copy_state copyState(source: &Renderer) [source] -> (), |renderer| {
                let source = source.0.on(|source| Ok(source.renderer.clone()))?;
                renderer.on(|drawing| Ok(drawing.renderer.copy_state(&source)))
            };
        }
        $use! { Stage;
            /// A copy, which plays on by itself. Rooms and costumes are shared.
            copy copy() [] -> Stage, |stage| stage.kept().map(|playing| Stage(playing.into()));
            /// Actor `number`.
            actor actor(number: u16) [number] -> Actor, |stage| stage.actor(number).map(Actor);
            /// Plays a frame: walking, drawing, animating. `world` is asked for chance and sounds (`World`); without one it is quiet.
            tick tick(world: AskedWorld) [world=None] -> (), |stage|
                Object::new(world).ask(|world| stage.on(|stage| Ok(stage.tick(world))));
            /// The second half of a frame: drawing and animating.
            tick_draw tickDraw(world: AskedWorld) [world=None] -> (), |stage|
                Object::new(world).ask(|world| stage.on(|stage| Ok(stage.tick_draw(world))));
            /// A picture in the middle of a script.
            draw_now drawNow(world: AskedWorld) [world=None] -> (), |stage|
                Object::new(world).ask(|world| stage.on(|stage| Ok(stage.draw_now(world))));
            /// What is seen: the front buffer from the camera's left edge on.
            front front() [] -> Frame, |stage| stage.frame(false).map(Frame);
            /// What stands behind the actors.
            back back() [] -> Frame, |stage| stage.frame(true).map(Frame);
            /// What a plane has in the view, a byte a pixel, 0 where it hides nothing, if there is such a plane.
            plane plane(number: u8) [number] -> Option<Frame>, |stage|
                stage.see(|stage| Ok($crate::Frame::of_plane(stage, number).map(Frame)));
            /// The palette as 768 bytes, RGB: as the display shows it, or with `displayed` false as it is in force.
            palette palette(displayed: Or<bool>) [displayed=true] -> Vec<u8>, |stage|
                stage.see(|stage| Ok($crate::palette(stage, or(displayed, true))));
            /// All that moves as bytes, to be kept in a file.
            save save() [] -> Vec<u8>, |stage| stage.see(|stage| $crate::save(&stage.save()));
            /// Takes back what `save` wrote; rooms and costumes have to be there. Events that wait are dropped.
            restore restore(data: Bytes) [data] -> (), |stage| stage.with(|playing| playing.restore(data.as_ref()));
            /// Makes a costume known by number.
            insert_costume insertCostume(number: u16, costume: &Costume) [number, costume] -> (), |stage|
                stage.on(|stage| Ok(stage.insert_costume(number, costume.0.costume.clone())?));
            /// Makes a room known by number.
            insert_room insertRoom(number: u16, room: &Room) [number, room] -> (), |stage|
                stage.on(|stage| Ok(stage.insert_room(number, room.0.clone())));
            /// The Nintendo: puts another room in the place of the present one, as if it were the same.
            replace_room replaceRoom(room: &Room) [room] -> (), |stage| stage.on(|stage| Ok(stage.replace_room(room.0.clone())));
            /// Gives the stage a table: palette (768 bytes), shadow, room_palette, remp, palette_slots, scale, xmap (of image
            /// `number`), block (the Nintendo's `number`), slot_colours (of slot `number`).
            set_table setTable(kind: &str, data: Bytes, number: Or<u16>) [kind, data, number=0] -> (), |stage| {
                let kind = <$crate::StageTable as $crate::Words>::of_word(kind)?;
                stage.on(|stage| kind.give(stage, or(number, 0), data.as_ref()))
            };
            /// Stores a number that scripts change, at `index` where there are several: shadow, room_palette, box_flags,
            /// box_extra_flags, box_scale, use_palette, use_box_set, start_tables, use_costume_set, lights, room_number,
            /// talking_actor, cycle (jiffies that pass), copy_slot (from `index`), cel_memory (KiB).
            set_entry setEntry(entry: &str, value: u16, index: Option<u16>) [entry, value, index=None] -> (), |stage| {
                let entry = <$crate::StageEntry as $crate::Words>::of_word(entry)?;
                stage.on(|stage| entry.store(stage, index.unwrap_or(0), value))
            };
            /// Starts the palette: distinct (256 different colours), initial (the game's own), nes_classic.
            start_palette startPalette(kind: &str) [kind] -> (), |stage| {
                let kind = <$crate::PaletteKind as $crate::Words>::of_word(kind)?;
                stage.on(|stage| Ok(kind.start(stage)))
            };
            /// Writes pixels that stay, rows of `width` behind each other, into the buffers: front, back, both.
            print_pixels printPixels(buffers: &str, x: i32, y: i32, width: usize, pixels: Bytes)
                [buffers, x, y, width, pixels] -> (), |stage|
                stage.on(|stage| $crate::print_pixels(stage, $crate::buffers(buffers)?, (x, y), width, pixels.as_ref()));
        }
    };
}

/// Passes the list of the attributes of each class to a macro. It is a macro for the reason of [`class_methods`].
#[macro_export]
macro_rules! class_values {
    ($use:ident) => {
        $use! { Actor |actor| actor;
            /// Its number.
            id id -> u16, |actor| actor.id;
        }
        $use! { Costume |costume| costume.costume;
            /// Whether it is an AKOS, or one of the older kinds.
            is_akos isAkos -> bool, |costume| costume.is_akos();
            /// Whether it has eight directions, or four.
            has_eight_directions hasEightDirections -> bool, |costume| costume.has_eight_directions();
        }
        $use! { Dialect |dialect| dialect;
            /// The version, 0 to 8.
            version version -> u8, |dialect| dialect.version();
            /// The Humongous sub-version, 0 for other games.
            he he -> u8, |dialect| dialect.he();
            /// Whether costumes are AKOS.
            has_akos hasAkos -> bool, |dialect| dialect.has_akos();
            /// Planes that every room has, plane 0 counted; 0 where the room says it.
            planes planes -> usize, |dialect| dialect.fixed_plane_count().unwrap_or(0);
            /// Columns of the screen.
            screen_width screenWidth -> u16, |dialect| dialect.screen_size().0;
            /// Lines of the screen.
            screen_height screenHeight -> u16, |dialect| dialect.screen_size().1;
            /// Bytes of the shadow table, 0 without one.
            shadow_len shadowLen -> usize, |dialect| $crate::shadow_len(dialect);
            /// Actors that wear the costume of their own number, from actor 1 on.
            own_costumes ownCostumes -> u16, |dialect| dialect.actors_with_own_costumes();
        }
        $use! { Game |game| game.get()?;
            /// Which SCUMM it is.
            dialect dialect -> Dialect, |game| Dialect(game.dialect());
            /// What was found, in a line.
            description description -> String, |game| game.describe();
            /// The numbers of all rooms, ascending.
            rooms rooms -> Vec<u16>, |game| game.rooms().collect();
            /// The numbers of all costumes, ascending.
            costumes costumes -> Vec<u16>, |game| game.costumes().collect();
        }
        $use! { Random |chance| chance.get()?;
            /// Where it stands: the seed of one that goes on from here.
            state state -> u64, |chance| chance.state();
        }
        $use! { Room |room| room;
            /// Pixels in a row.
            width width -> usize, |room| room.width;
            /// Rows.
            height height -> usize, |room| room.height;
            /// The numbers of its objects.
            objects objects -> Vec<u16>, |room| room.objects.iter().map(|object| object.id).collect();
            /// How many walk boxes it has.
            boxes boxes -> usize, |room| room.boxes.len();
            /// How many planes it has, plane 0 not counted.
            planes planes -> usize, |room| room.plane_count;
            /// How many palettes are stored.
            palettes palettes -> usize, |room| room.palettes.len();
        }
        $use! { Stage |stage| stage.kept()?.stage;
            /// The number of the room, 0 none.
            room room -> u16, |stage| stage.room_number();
            /// Which SCUMM it plays.
            dialect dialect -> Dialect, |stage| Dialect(*stage.dialect());
            /// The talking actor, or none.
            talking_actor talkingActor -> Option<u16>, |stage| stage.talking_actor();
            /// Whether the room is dark.
            is_dark isDark -> bool, |stage| stage.front().is_dark();
            /// The line of the screen at which the first row of the view is shown.
            band_top bandTop -> u16, |stage| stage.front().band_top();
            /// The column of the room at which the view begins.
            view_start viewStart -> usize, |stage| stage.camera().view_start();
            /// How many planes there are, plane 0 counted.
            plane_count planeCount -> usize, |stage| stage.front().plane_count();
            /// How many walk boxes there are.
            box_count boxCount -> usize, |stage| stage.boxes().len();
            /// The shadow table in force.
            shadow_table shadowTable -> Vec<u8>, |stage| stage.colours().shadow_table().to_vec();
        }
    };
}

/// Passes the list of the attributes of a frame to a macro. It is a macro for the reason of [`class_methods`].
#[macro_export]
macro_rules! frame_values {
    ($use:ident $class:ident) => {
        $use! { $class |frame| frame;
            /// Pixels in a row.
            width width -> usize, |frame| frame.width;
            /// Rows.
            height height -> usize, |frame| frame.height;
            /// Bytes from one row to the next.
            pitch pitch -> usize, |frame| frame.pitch;
        }
    };
}
