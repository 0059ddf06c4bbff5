/** The folder of the kit: scenes for SCUMM engines, with their expected lines. */
export const folder = new URL('./kit/', import.meta.url);
