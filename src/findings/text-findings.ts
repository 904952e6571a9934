import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import type { Source } from "../load/source.js";
import { quoted, type FindingCollector } from "./collector.js";
import { hiddenByHtml, hiddenKinds } from "./hidden-text.js";
import { modelTalk } from "./model-talk.js";
import { visitTexts, type DocumentText } from "./visit-texts.js";

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

  constructor(collector: FindingCollector) {
    this.#collector = collector;
  }

  read(source: Source): void {
    visitTexts(source, (text) => this.#visit(text));
  }

  /** One warning for each kind of hidden character, however many texts have it. */
  warnings(): readonly Diagnostic[] {
    return [
      ...[...this.#groups.prose].map(([kind, group]) => removed(kind, group)),
      ...[...this.#groups.exact].map(([kind, group]) => kept(kind, group)),
    ];
  }

  #visit(one: DocumentText): void {
    const { text, kind } = one;
    this.#visitHidden(one);
    const html = kind === "prose" ? hiddenByHtml(text) : undefined;
    if (html !== undefined) {
      const message = `HTML hides a text from readers: ${quoted(html)}.`;
      this.#collector.add({ code: "hidden-text", message, place: one.place() });
    }
    const talk = modelTalk(text);
    if (talk !== undefined) {
      const message = `A text speaks to a model: ${quoted(talk)}.`;
      this.#collector.add({ code: "speaks-to-model", message, place: one.place() });
    }
    if (/\bfile:\/{1,3}\S/i.test(text)) {
      const link = /\bfile:\/{1,3}\S+/i.exec(text)?.[0] ?? "";
      const message = `A text links to a file of the reader: ${quoted(link)}.`;
      this.#collector.add({ code: "file-link", message, place: one.place() });
    }
  }

  #visitHidden({ text, kind, place }: DocumentText): void {
    const kinds = hiddenKinds(text);
    if (kinds.size === 0) return;
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
  }
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
