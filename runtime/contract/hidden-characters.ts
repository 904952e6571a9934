/**
 * One rule for all texts of both halves. Hidden are controls, lone surrogates, line and paragraph separators, interlinear
 * annotation, and everything that Unicode asks renderers to draw as nothing: bidirectional and zero-width characters,
 * variation selectors, fillers, tags.
 *
 * @see UAX #44, Default_Ignorable_Code_Point
 */
export { escapeHidden, hiddenPattern } from "../protocol/terminal/hidden-characters.js";
