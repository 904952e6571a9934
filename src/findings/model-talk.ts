/**
 * Texts that speak to a model in place of describing the API. A short list of English phrases with few false alarms; a text in
 * other words or in another language passes. `docs/security.md` says what it finds in the corpus.
 */
import { stripHidden } from "../diagnostics/hidden-characters.js";

const phrases: readonly RegExp[] = [
  // Orders that replace others.
  /\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|of|these|those|my)\s+){0,3}(?:previous|prior|above|earlier|preceding|former|other|system|safety)\s+(?:\w+\s+)?(?:instructions?|prompts?|messages?|rules?|directions?|guidelines?|commands?|context)\b/i,
  // Orders to keep something from the user.
  /\b(?:do not|don['’]?t|never|must not|without)\s+(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?(?:\s+\w+){0,4}\s+to|reveal(?:ing)?(?:\s+\w+){0,4}\s+to|let(?:ting)?)\s+(?:this\s+to\s+)?(?:the|your)\s+(?:user|human|person|operator)\b/i,
  // Orders about other tools.
  /\b(?:before|after|when(?:ever)?|prior to|instead of)\s+(?:you\s+)?(?:call(?:ing)?|us(?:e|ing)|invok(?:e|ing)|run(?:ning)?)\s+(?:this|any|the|other|another)\s+(?:\w+\s+)?tools?\b/i,
  /\b(?:this|the)\s+tool\s+(?:must|should|needs to|has to)\s+(?:always\s+)?be\s+(?:called|used|invoked)\s+(?:first|before|instead)\b/i,
  // Marks of a prompt.
  /<\/?(?:system|SYSTEM|IMPORTANT|instructions?|INSTRUCTIONS?|s?ystem[-_]?prompt|assistant|secret_?instructions?)>/,
  /<\|(?:im_start|im_end|system|user|assistant|eot_id|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>/,
  // A role for the reader.
  /\byou are now (?:an?|the|in|my|no longer)\b/i,
  /\b(?:reveal|print|repeat|output|include|send|leak|exfiltrate)\s+(?:me\s+)?(?:your|the)\s+(?:full\s+|entire\s+|complete\s+)?(?:system prompt|conversation history|chat history|hidden instructions)\b/i,
  // Files of the user.
  /\b(?:read|open|cat|load|send|attach|include|pass|upload)\b[^.\n]{0,80}(?:~\/\.|\/etc\/passwd|\bid_(?:rsa|ed25519)\b|\.ssh\b|\.aws\/credentials|\bmcp\.json\b|\.cursor\b)/i,
];

/** Longer texts are searched up to here. */
const maxLength = 100_000;
const quoteLength = 100;

/** Returns the words of a text that speak to a model, also if base64, hidden characters or letters of other shapes hide them. */
export function modelTalk(written: string): string | undefined {
  if (written.length < 8) return undefined;
  const text = plain(written.slice(0, maxLength));
  return quoteOf(text) ?? decodedTalk(text);
}

function plain(text: string): string {
  const visible = stripHidden(text);
  // Characters below 128 have one form.
  const uniform = /^[\t\n\r -~]*$/.test(visible) ? visible : visible.normalize("NFKC");
  return uniform.replace(/\s+/g, " ");
}

function quoteOf(text: string): string | undefined {
  for (const phrase of phrases) {
    const found = phrase.exec(text);
    if (found) return text.slice(found.index, found.index + quoteLength);
  }
  return undefined;
}

function decodedTalk(text: string): string | undefined {
  for (const [blob] of text.matchAll(/(?<![\w+/=-])[\w+/-]{24,}={0,2}(?![\w+/=-])/g)) {
    const decoded = Buffer.from(blob.slice(0, 4096), "base64").toString("utf8");
    const found = decoded.includes("\ufffd") ? undefined : quoteOf(plain(decoded));
    if (found !== undefined) return found;
  }
  return undefined;
}
