//! The methods and attributes of classes whose arguments or results are classes of the binding
//! itself.
//!
//! A row of a method contains its name with underscores, its name with capitals, the parameters,
//! the parameters of Python in brackets, the type of the result, and the body. The body is compiled
//! in the binding. The name between the bars stands for the value that the object holds. `Bytes` is
//! a type of the binding for bytes that a caller passes. `Optional<T>` is a value that may be left
//! out, and `or_default` returns the default of this value. A `WorldArgument` or `HostArgument` is
//! converted to an `Object`, from which the call gets random numbers and other values.

/// Passes the list of the methods of each class to a macro.
///
/// This is a macro because PyO3 and wasm-bindgen need the definitions of these items in the crates
/// of the bindings, which a function or a generic type cannot provide. Without the macro, each
/// binding would need its own copy of the list.
#[macro_export]
macro_rules! class_methods {
    ($use:ident) => {
        $use! { Actor;
            /// Advances one limb, 0 to 15, by `times` animation steps if the animation is due
            /// (T51). Requests no redraw. Fails if the limb does not exist or
            /// `times` is above 65,535.
            limb_anim limbAnim(limb: usize, times: Optional<u32>, world: WorldArgument)
                [limb, times=1, world=None] -> (), |actor| {
                let times = or_default(times, 1);
                Object::new(world).ask(|world| {
                    actor.with(|actor| Ok(actor.limb_anim(limb, times, world)?))
                })
            };
            /// Returns whether the actor is in a class, 1 to 32 (T26).
            is_in_class isInClass(class_: u8) [class_] -> bool, |actor|
                actor.stage.read(|stage| {
                    Ok(stage.actor(actor.id)?.is_in_class(stage.dialect(), class_))
                });
        }
        $use! { Costume;
            /// Decodes a cel by its number, facing east. Fails if the cel does not exist or cannot
            /// be decoded.
            cel_pixels celPixels(number: u16) [number] -> Frame, |costume|
                $crate::SharedPicture::from_cel(&costume.costume, number).map(Frame);
            /// AKOS with codec 32: returns a byte for each pixel of a cel, 255 if the data skips
            /// the pixel, else 0. Returns nothing for all other costumes, in which a colour marks
            /// transparent pixels.
            cel_gaps celGaps(number: u16) [number] -> Option<Vec<u8>>, |costume|
                Ok::<_, $crate::Failure>(costume.costume.cel_gaps(number));
            /// Starts animation `frame` in a direction, in degrees clockwise from north, on the
            /// limbs of a mask: bit 15 is limb 0, 0xFFFF all limbs. An animation that does not
            /// exist changes no limb. Fails if the original would have stopped.
            start start(limbs: &Limbs, facing: u16, frame: u16, limb_mask: Optional<u16>)
                [limbs, facing, frame, limb_mask=0xffff] -> (), |costume| {
                let facing = scumm_costume::Facing::from_degrees(facing);
                let mask = or_default(limb_mask, 0xffff);
                limbs.0.with(|limbs| Ok(costume.costume.start(limbs, facing, frame, mask)?))
            };
            /// Advances all limbs by one animation step, including stopped limbs. Returns whether
            /// the actor must be drawn again. `host` is a `Host`.
            advance advance(limbs: &Limbs, host: HostArgument) [limbs, host=None] -> bool, |costume|
                Object::from_host(host)?.ask(|host| {
                    limbs.0.with(|limbs| Ok(costume.costume.advance(limbs, host)))
                });
            /// Advances one limb, 0 to 15, by `times` animation steps. Fails if the limb does not
            /// exist or `times` is above 65,535.
            advance_limb advanceLimb(limbs: &Limbs, limb: usize, times: Optional<u32>,
                host: HostArgument)
                [limbs, limb, times=1, host=None] -> (), |costume| {
                let times = or_default(times, 1);
                Object::from_host(host)?.ask(|host| {
                    limbs.0.with(|limbs| costume.advance_limb(limbs, limb, times, host))
                })
            };
        }
        $use! { Game;
            /// Returns a game with the same files and another dialect. The dialect can set
            /// properties that the files do not contain.
            with_dialect withDialect(dialect: &Dialect) [dialect] -> Game, |game|
                game.read(|game| Ok(Game(game.in_dialect(dialect.0).into())));
            /// Returns the name of a room, or nothing if the index has none.
            room_name roomName(room: u16) [room] -> Option<String>, |game|
                game.read(|game| Ok(game.room_name(room).map(str::to_owned)));
            /// Loads and parses a costume. Fails if the game does not have the costume.
            costume costume(number: u16) [number] -> Costume, |game|
                game.read(|game| Ok(Costume(game.parsed_costume(number)?)));
            /// Returns the number of the room in whose colours a costume is shown: the room in
            /// which the scripts show it, else the room whose file contains the costume. Returns
            /// nothing if no room gives it colours. Fails if the game does not have the costume.
            home home(costume: u16) [costume] -> Option<u16>, |game|
                game.read(|game| game.home(costume));
            /// Puts the actors that the scripts show in the current room of a stage of this game
            /// onto the stage: in their costumes and looks, at their positions. Returns the numbers
            /// of the actors that are left out, because no script gives their position or their
            /// costume cannot be read.
            furnish furnish(stage: &Stage) [stage] -> Vec<u16>, |game|
                game.read(|game| stage.0.with(|stage| Ok(game.furnish(stage))));
            /// Loads and parses a room. Fails if the game does not have the room.
            room room(number: u16) [number] -> Room, |game|
                game.read(|game| Ok(Room(game.room(number)?.into())));
            /// Loads the raw block of a costume with its header, as `Costume` takes it.
            costume_data costumeData(number: u16) [number] -> Vec<u8>, |game|
                game.read(|game| Ok(game.load_costume(number)?.data));
            /// Loads the raw block of a room with its header, as `Room` takes it.
            room_data roomData(number: u16) [number] -> Vec<u8>, |game|
                game.read(|game| Ok(game.load_room(number)?.room.data));
            /// HE90 and later: loads the blend table of an image, 65536 bytes. Fails if the game
            /// does not have the image, or the image has no table.
            blend_table blendTable(image: u16) [image] -> Vec<u8>, |game|
                game.read(|game| Ok(game.blend_table(image)?.to_vec()));
            /// Creates a stage in a room. With room 0, the stage is not in a room yet. The stage
            /// loads rooms and costumes when they are needed.
            stage stage(room: Optional<u16>) [room=0] -> Stage, |game|
                game.read(|game| {
                    let room = or_default(room, 0);
                    Ok(Stage($crate::SharedStage::for_game(game, room)?))
                });
        }
        $use! { Limbs;
            /// Resets the limbs: afterwards no limb plays, and no limb is stopped. The counters do
            /// not change.
            reset reset() [] -> (), |limbs| limbs.with(|limbs| Ok($crate::limbs::reset(limbs)));
            /// Returns a copy.
            copy copy() [] -> Limbs, |limbs| limbs.get().map(|limbs| Limbs(limbs.into()));
            /// Returns the state as bytes that can be stored in a file: in a compact form, or with
            /// `readable` as JSON.
            save save(readable: Optional<bool>) [readable=false] -> Vec<u8>, |limbs| {
                let readable = or_default(readable, false);
                limbs.with(|limbs| $crate::save(limbs, readable))
            };
            /// Restores a state that `save` has returned. Fails if the bytes are not such a state.
            restore restore(data: Bytes) [data] -> (), |limbs|
                limbs.with(|limbs| Ok(*limbs = $crate::restore(data.as_ref())?));
            /// Humongous games: sets or clears a condition, 1 to 32, or with `user` a user
            /// condition, 1 to 16. Fails if the condition does not exist.
            set_condition setCondition(dialect: &Dialect, number: u32, on: Optional<bool>,
                user: Optional<bool>)
                [dialect, number, on=true, *, user=false] -> (), |limbs| {
                let on = or_default(on, true);
                let user = or_default(user, false);
                limbs.with(|limbs| {
                    $crate::limbs::set_condition(limbs, &dialect.0, number, on, user)
                })
            };
            /// Humongous games: sets the talk condition, 1 to 32, and clears the other talk
            /// conditions. Fails if the condition does not exist.
            set_talk_condition setTalkCondition(dialect: &Dialect, number: u32)
                [dialect, number] -> (), |limbs|
                limbs.with(|limbs| $crate::limbs::set_talk_condition(limbs, &dialect.0, number));
        }
        $use! { Random;
            /// Returns a random number from `min` to `max`, both included.
            random random(min: i32, max: i32) [min, max] -> i32, |chance|
                chance.with(|chance| Ok(chance.in_range(min, max)));
        }
        $use! { Renderer;
            /// Records from now on which limb draws which pixel, and forgets earlier draws. Drawing
            /// is slower meanwhile.
            start_trace startTrace() [] -> (), |renderer|
                renderer.with(|drawing| Ok(drawing.start_trace()));
            /// Ends the recording of a trace.
            stop_trace stopTrace() [] -> (), |renderer|
                renderer.with(|drawing| Ok(drawing.stop_trace()));
            /// Copies the drawing state of another renderer, which the original engine carries from
            /// one actor to the next. The cache of decoded pictures is not copied.
            copy_state copyState(source: &Renderer) [source] -> (), |renderer| {
                let source = source.0.with(|source| Ok(source.renderer.clone()))?;
                renderer.with(|drawing| Ok(drawing.renderer.copy_state(&source)))
            };
        }
        $use! { Room;
            /// Returns palette `number` of the room, counted from 0, as 256 RGB triples: the
            /// initial palette of the room's games with the stored colours of the room on top.
            /// Fails if the room has no such palette.
            palette palette(number: Optional<usize>) [number=0] -> Vec<u8>, |room|
                $crate::room_palette(room, or_default(number, 0));
            /// Returns plane `number` of the room, 1 and above, one byte for each pixel, 0 where
            /// the plane hides nothing. Fails if the room has no such plane.
            plane plane(number: usize) [number] -> Frame, |room|
                $crate::room_plane(room, number).map(Frame);
        }
        $use! { Stage;
            /// Returns a copy of the stage. The copy is independent; rooms and costumes are shared.
            copy copy() [] -> Stage, |stage|
                stage.current_state().map(|playing| Stage(playing.into()));
            /// Returns actor `number`, 1 to 80. Fails for another number.
            actor actor(number: u16) [number] -> Actor, |stage| stage.actor(number).map(Actor);
            /// Plays a frame: walking, drawing, animating. A frame usually lasts six jiffies of
            /// 1/60 s, unless the scripts of the game set another duration; the library does not
            /// wait. `world` is a `World`, which supplies random numbers and the state of sounds.
            /// Without a world, every random number is the smallest one that is allowed, and no
            /// sound plays.
            tick tick(world: WorldArgument) [world=None] -> (), |stage|
                Object::new(world).ask(|world| stage.with(|stage| Ok(stage.tick(world))));
            /// Plays the second half of a frame: drawing and animating.
            tick_draw tickDraw(world: WorldArgument) [world=None] -> (), |stage|
                Object::new(world).ask(|world| stage.with(|stage| Ok(stage.tick_draw(world))));
            /// Draws a frame in the middle of a script (Y21): a full redraw, in which actors are
            /// drawn and animated but do not walk.
            draw_now drawNow(world: WorldArgument) [world=None] -> (), |stage|
                Object::new(world).ask(|world| stage.with(|stage| Ok(stage.draw_now(world))));
            /// Returns the visible part of the front buffer: the picture of the stage.
            front front() [] -> Frame, |stage| stage.frame(false).map(Frame);
            /// Returns the visible part of the back buffer: the background without the actors.
            back back() [] -> Frame, |stage| stage.frame(true).map(Frame);
            /// Returns the visible part of a plane, one byte for each pixel, 0 where the plane
            /// hides nothing. Returns nothing if there is no such plane. Plane 0 is the mask of
            /// texts, the planes of the room begin with 1.
            plane plane(number: u8) [number] -> Option<Frame>, |stage|
                stage.read(|stage| Ok($crate::SharedPicture::from_plane(stage, number).map(Frame)));
            /// Returns the palette as 256 RGB triples: as the display shows it, or with `displayed`
            /// false the palette of the game.
            palette palette(displayed: Optional<bool>) [displayed=true] -> Vec<u8>, |stage|
                stage.read(|stage| Ok($crate::palette_bytes(stage, or_default(displayed, true))));
            /// Records from now on which actor and limb draws which pixel of the stage. Drawing is
            /// slower meanwhile. Pixels that were drawn before count as background.
            start_trace startTrace() [] -> (), |stage|
                stage.with(|stage| Ok(stage.start_trace()));
            /// Ends the recording of a trace.
            stop_trace stopTrace() [] -> (), |stage|
                stage.with(|stage| Ok(stage.stop_trace()));
            /// Returns the trace of the whole view, row by row, 12 bytes for each pixel: actor (two
            /// bytes, the lower one first), limb, plane, cel, column and row in the cel (two bytes
            /// each), colour of the cel, and screen colour. They describe the last write that no
            /// plane hid. A pixel that no actor drew has zeros and limb 255. Fails without
            /// `start_trace`.
            trace trace() [] -> Vec<u8>, |stage| stage.read(|stage| $crate::stage_trace(stage));
            /// Returns the state of the stage as bytes that can be stored in a file: in a compact
            /// form, or with `readable` as JSON. Rooms and costumes are not included. To undo
            /// steps, keep a `copy` of the stage instead, which takes microseconds.
            save save(readable: Optional<bool>) [readable=false] -> Vec<u8>, |stage| {
                let readable = or_default(readable, false);
                stage.read(|stage| $crate::save(&stage.save(), readable))
            };
            /// Restores a state that `save` has returned. Pending events are dropped. Fails if the
            /// bytes are damaged or are not such a state, if the state belongs to another game, or
            /// if the stage lacks a room or a costume that the state uses.
            restore restore(data: Bytes) [data] -> (), |stage|
                stage.with_events(|playing| playing.restore(data.as_ref()));
            /// Adds a costume under a number, for actors that wear it. Replaces an earlier costume
            /// of that number. Fails if the costume was parsed for another dialect.
            insert_costume insertCostume(number: u16, costume: &Costume)
                [number, costume] -> (), |stage|
                stage.with(|stage| Ok(stage.insert_costume(number, costume.0.costume.clone())?));
            /// Adds a room under a number, which the stage can enter. Replaces an earlier room of
            /// that number.
            insert_room insertRoom(number: u16, room: &Room) [number, room] -> (), |stage|
                stage.with(|stage| Ok(stage.insert_room(number, room.0.clone())));
            /// Nintendo: replaces the current room. Actors keep their strips and the numbers of
            /// their boxes. The next frame is a full redraw.
            replace_room replaceRoom(room: &Room) [room] -> (), |stage|
                stage.with(|stage| Ok(stage.replace_room(room.0.clone())));
            /// Sets a table of the stage: palette (768 bytes), shadow, room_palette, remp,
            /// palette_slots, scale, xmap (of image `number`), block (`number` of the Nintendo) or
            /// slot_colours (of palette slot `number`). Fails if the length is wrong.
            set_table setTable(kind: &str, data: Bytes, number: Optional<u16>)
                [kind, data, number=0] -> (), |stage| {
                let kind = <$crate::StageTable as $crate::NamedValues>::from_word(kind)?;
                stage.with(|stage| kind.set_on(stage, or_default(number, 0), data.as_ref()))
            };
            /// Stores a number that scripts change, at `index` if there are several: shadow,
            /// room_palette, box_flags, box_extra_flags, box_scale, use_palette, use_box_set,
            /// start_tables, use_costume_set, lights, room_number, talking_actor, cycle (advances
            /// the colour cycles by jiffies of 1/60 s), copy_slot (from `index`), cel_memory (limit
            /// of the cache of decoded pictures in KiB) or room_resource (number of the resource of
            /// room `index`, if a script defines the room under another number). Fails if a number
            /// is out of range.
            set_entry setEntry(entry: &str, value: u16, index: Option<u16>)
                [entry, value, index=None] -> (), |stage| {
                let entry = <$crate::StageEntry as $crate::NamedValues>::from_word(entry)?;
                stage.with(|stage| entry.store(stage, index.unwrap_or(0), value))
            };
            /// Sets the initial palette, and applies the palette of the room on top: distinct (256
            /// different colours), initial (of the dialect's games) or nes_classic.
            start_palette startPalette(kind: &str) [kind] -> (), |stage| {
                let kind = <$crate::PaletteKind as $crate::NamedValues>::from_word(kind)?;
                stage.with(|stage| Ok(kind.set_on(stage)))
            };
            /// Writes pixels permanently into the buffers front, back or both. `pixels` has rows of
            /// `width` palette indices; the first pixel goes to column `x`, row `y` of the view.
            /// Fails if the pixels are not whole rows.
            print_pixels printPixels(buffers: &str, x: i32, y: i32, width: usize, pixels: Bytes)
                [buffers, x, y, width, pixels] -> (), |stage|
                stage.with(|stage| {
                    let buffers = $crate::print_target(buffers)?;
                    $crate::print_pixels(stage, buffers, (x, y), width, pixels.as_ref())
                });
        }
    };
}

/// Passes the list of the attributes of each class to a macro. See [`class_methods`] for the
/// reason.
#[macro_export]
macro_rules! class_values {
    ($use:ident) => {
        $use! { Actor |actor| actor;
            /// Number of the actor.
            id id -> u16, |actor| actor.id;
        }
        $use! { Costume |costume| costume.costume;
            /// Whether the costume is an AKOS. Otherwise it is of one of the older kinds.
            is_akos isAkos -> bool, |costume| costume.is_akos();
            /// Whether the costume has eight directions. Otherwise it has four.
            has_eight_directions hasEightDirections -> bool, |costume|
                costume.has_eight_directions();
        }
        $use! { Dialect |dialect| dialect;
            /// The version, 0 to 8.
            version version -> u8, |dialect| dialect.version();
            /// The Humongous sub-version, 0 for other games.
            he he -> u8, |dialect| dialect.he();
            /// Whether costumes are AKOS.
            has_akos hasAkos -> bool, |dialect| dialect.has_akos();
            /// The names of the accidents of the original engine that are switched on.
            quirks quirks -> Vec<String>, |dialect| $crate::dialect_quirks(dialect);
            /// Number of planes of every room, including plane 0; 0 if rooms can have different
            /// numbers of planes.
            planes planes -> usize, |dialect| dialect.fixed_plane_count().unwrap_or(0);
            /// Width of the screen in pixels.
            screen_width screenWidth -> u16, |dialect| dialect.screen_size().0;
            /// Height of the screen in pixels.
            screen_height screenHeight -> u16, |dialect| dialect.screen_size().1;
            /// Size of the shadow table in bytes, 0 if there is none.
            shadow_len shadowLen -> usize, |dialect| $crate::shadow_len(dialect);
            /// Versions 0 and 1: number of actors, counted from actor 1, that initially wear the
            /// costume with the actor's number. 0 in other versions.
            own_costumes ownCostumes -> u16, |dialect| dialect.actors_with_own_costumes();
        }
        $use! { Game |game| game.get()?;
            /// The dialect of the game.
            dialect dialect -> Dialect, |game| Dialect(game.dialect());
            /// A description of the game, in one line.
            description description -> String, |game| game.describe();
            /// The numbers of all rooms, in ascending order.
            rooms rooms -> Vec<u16>, |game| game.rooms().collect();
            /// The numbers of all costumes, in ascending order.
            costumes costumes -> Vec<u16>, |game| game.costumes().collect();
        }
        $use! { Random |chance| chance.get()?;
            /// The state of the generator: a generator with this seed continues the sequence.
            state state -> u64, |chance| chance.state();
        }
        $use! { Room |room| room;
            /// The background without objects, as palette indices.
            pixels pixels -> Frame, |room| Frame($crate::room_pixels(room));
            /// Width in pixels.
            width width -> usize, |room| room.width;
            /// Height in pixels.
            height height -> usize, |room| room.height;
            /// Number of planes, without plane 0.
            plane_count planeCount -> usize, |room| room.plane_count;
            /// Number of palettes, at least 1.
            palette_count paletteCount -> usize, |room| room.palettes.len().max(1);
        }
        $use! { Stage |stage| stage.current_state()?.stage;
            /// Number of the room, 0 for none.
            room room -> u16, |stage| stage.room_number();
            /// Number of the resource of the room. It equals the number of the room unless the
            /// entry room_resource is set.
            room_resource roomResource -> u16, |stage| stage.room_resource();
            /// The dialect of the stage.
            dialect dialect -> Dialect, |stage| Dialect(*stage.dialect());
            /// Number of the talking actor, or nothing.
            talking_actor talkingActor -> Option<u16>, |stage| stage.talking_actor();
            /// Whether the room is dark.
            is_dark isDark -> bool, |stage| stage.front().is_dark();
            /// Row of the screen that shows the first row of the view.
            band_top bandTop -> u16, |stage| stage.front().band_top();
            /// Room column of the left edge of the view.
            view_start viewStart -> usize, |stage| stage.camera().view_start();
            /// Number of planes, plane 0 included.
            plane_count planeCount -> usize, |stage| stage.front().plane_count();
            /// Number of walk boxes.
            box_count boxCount -> usize, |stage| stage.boxes().len();
            /// The current shadow table.
            shadow_table shadowTable -> Vec<u8>, |stage| stage.colours().shadow_table().to_vec();
        }
    };
}

/// Passes the list of the attributes of a frame to a macro. See [`class_methods`] for the reason.
#[macro_export]
macro_rules! frame_values {
    ($use:ident $class:ident) => {
        $use! { $class |frame| frame;
            /// Width in pixels.
            width width -> usize, |frame| frame.width;
            /// Height in pixels.
            height height -> usize, |frame| frame.height;
            /// Number of bytes from one row to the next.
            pitch pitch -> usize, |frame| frame.pitch;
        }
    };
}
