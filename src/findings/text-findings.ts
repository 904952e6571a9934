import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import type { Source } from "../load/source.js";
import { quoted, type FindingCollector } from "./collector.js";
import { hiddenByHtml, hiddenKinds } from "./hidden-text.js";
import { modelTalk } from "./model-talk.js";
import { visitTexts, type TextKind } from "./visit-texts.js";

/** Hidden characters of one kind, in texts that are shown without them or in values that must stay exact. */
interface HiddenGroup {
  texts: number;
  characters: number;
  readonly places: Place[];
}

/** Places that one warning names. */
const shownPlaces = 3;

/** Finds what the texts of a document hide and whom they speak to. */
export class TextFindings {
  readonly #collector: FindingCollector;
  readonly #groups = {
    prose: new Map<string, HiddenGroup>(),
    exact: new Map<string, HiddenGroup>(),
  };

  /** Texts in which nothing was found, by kind. Most texts of a document are in it many times. */
  readonly #clean = { prose: new Set<string>(), exact: new Set<string>() };

  constructor(collector: FindingCollector) {
    this.#collector = collector;
  }

  read(source: Source): void {
    visitTexts(source, (text, kind, place) => {
      if (isShortWord(text) || this.#clean[kind].has(text)) return;
      if (!this.#visit(text, kind, place)) this.#clean[kind].add(text);
    });
  }

  /** One warning for each kind of hidden character, however many texts have it. */
  warnings(): readonly Diagnostic[] {
    return [
      ...[...this.#groups.prose].map(([kind, group]) => removed(kind, group)),
      ...[...this.#groups.exact].map(([kind, group]) => kept(kind, group)),
    ];
  }

  /** Returns whether something was found. */
  #visit(text: string, kind: TextKind, place: () => Place): boolean {
    let found = this.#visitHidden(text, kind, place);
    const add = (code: Diagnostic["code"], message: string): void => {
      this.#collector.add({ code, message, place: place() });
      found = true;
    };
    const html = kind === "prose" ? hiddenByHtml(text) : undefined;
    if (html !== undefined) {
      add("hidden-text", `HTML hides a text from readers: ${quoted(html)}.`);
    }
    const talk = modelTalk(text);
    if (talk !== undefined) {
      add("speaks-to-model", `A text speaks to a model: ${quoted(talk)}.`);
    }
    const [link] = /\bfile:\/{1,3}\S+/i.exec(text) ?? [];
    if (link !== undefined) {
      add("file-link", `A text links to a file of the reader: ${quoted(link)}.`);
    }
    return found;
  }

  #visitHidden(text: string, kind: TextKind, place: () => Place): boolean {
    const kinds = hiddenKinds(text);
    if (kinds.size === 0) return false;
    const found = [...kinds].map(([name, count]) => `${count} ${name}`).join(", ");
    const message = `A text has hidden characters (${found}): ${quoted(text)}.`;
    this.#collector.add({ code: "hidden-text", message, place: place() });
    for (const [name, count] of kinds) {
      const group = this.#groups[kind].get(name) ?? { texts: 0, characters: 0, places: [] };
      group.texts += 1;
      group.characters += count;
      if (group.places.length < shownPlaces) group.places.push(place());
      this.#groups[kind].set(name, group);
    }
    return true;
  }
}

/** Whether a text is one short word, which says nothing to a model, and is too short to encode another text. */
function isShortWord(text: string): boolean {
  return text.length < 24 && /^\w*$/.test(text);
}

function removed(kind: string, group: HiddenGroup): Diagnostic {
  return {
    code: "hidden-characters",
    severity: "warning",
    message: `${counted(kind, group, "text")} left out of what models read${others(group)}.`,
    ...first(group),
    hint: "Read these texts as models would; `mcp-codegen list` quotes them.",
  };
}

function kept(kind: string, group: HiddenGroup): Diagnostic {
  return {
    code: "hidden-characters",
    severity: "warning",
    message: `${counted(kind, group, "name or value")} kept, because these must be exact${others(group)}. Models see them where they are listed.`,
    ...first(group),
    hint: "Correct the document, or an overlay can; `mcp-codegen list` quotes them.",
  };
}

function counted(kind: string, { characters, texts }: HiddenGroup, what: string): string {
  const named = `${kind} character${characters === 1 ? "" : "s"}`;
  const plural = what === "text" ? "texts" : "names and values";
  const where = texts === 1 ? `one ${what}` : `${texts} ${plural}`;
  return `${characters} ${named} of ${where} ${characters === 1 ? "is" : "are"}`;
}

function others({ places }: HiddenGroup): string {
  const rest = places.slice(1).map(({ pointer }) => `#${pointer}`);
  return rest.length === 0 ? "" : `; the next at ${rest.join(" and ")}`;
}

function first({ places: [place] }: HiddenGroup): { readonly place?: Place } {
  return place ? { place } : {};
}
