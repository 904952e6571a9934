/** All problems that the generator can report, by code, with their meaning. */
export const codes = {
  // load
  "input-unreadable":
    "The input can't be read: no such file, a folder, no permission, or no response from the URL.",
  "input-too-large": "The input is larger than the limit.",
  syntax: "The input is neither JSON nor YAML.",
  "duplicate-key": "A mapping has the same key twice; one of the two would be lost.",
  "not-openapi": "The input is not an OpenAPI document.",
  "unsupported-version": "The OpenAPI version is not one of 2.0, 3.0, 3.1, 3.2.",
  "ref-remote": "A reference points to another host; it is not followed unless allowed.",
  "ref-outside":
    "A reference points outside the document's folder; it is not followed unless allowed.",
  "ref-file":
    "A reference points to a local file that is not read unless listed: a hidden one, one of another kind, or one with several names.",
  "ref-unreadable": "A referenced file can't be read or parsed.",
  "ref-not-found": "A reference points to nothing.",
  "ref-cycle": "References lead in a circle without ever reaching a value.",
  "ref-wrong-kind": "A reference points to something of another kind.",
  "overlay-invalid": "An overlay has a field or value that is not allowed, or can't be applied.",
  "overlay-unmatched": "The target of an overlay's action selects nothing.",
  "overlay-elsewhere": "An overlay says that it extends another document.",
  // normalise and operations
  "no-operations": "The document has no operations.",
  "nothing-usable": "The document has operations but none of them can be used.",
  "invalid-object": "A part of the document does not have the shape that OpenAPI requires.",
  "invalid-schema": "A schema keyword has a value that JSON Schema does not allow.",
  "integer-inexact": "An integer is so large that JavaScript numbers can't hold it.",
  "invalid-pattern":
    "A pattern is not a valid ECMA-262 regular expression, or is written between slashes; it is left out.",
  "pattern-unchecked":
    "A pattern can't be matched in time linear in the text, because it has a backreference or is too large; values are not checked against it.",
  "path-parameter-undeclared":
    "The path has a {name} that no parameter declares; a required string is assumed.",
  "path-parameter-unused": "A path parameter does not occur in the path; it is left out.",
  "path-parameter-optional":
    "A path parameter is not marked required; it is required all the same.",
  "parameter-ignored": "OpenAPI says that this parameter is ignored.",
  "body-unsupported": "None of the body's media types can be sent.",
  "body-and-form": "Swagger 2.0 allows either a body or form parameters, not both.",
  "duplicate-operation-id": "Two operations have the same operationId.",
  "duplicate-path": "Two paths differ only in the names of their parameters.",
  "server-unusable": "A server's URL, or a part of it, can't be used.",
  "server-relative":
    "A server's URL is relative, but the document was not loaded from an HTTP URL.",
  "target-internal":
    "A server has an address of this computer or its network, to which the document must not lead; calls are refused unless allowed.",
  "credentials-readable":
    "Credentials are sent to another computer over http, where everyone on the way can read them.",
  "trace-stripped":
    "A TRACE operation has credentials, cookies or a body, which are not sent with TRACE.",
  "refresh-url-foreign":
    "The refresh URL of an OAuth flow has another origin than its token URL; it is not used.",
  "security-missing":
    "The document has no security schemes, although its operations seem to need credentials.",
  "security-unknown": "A security requirement names a scheme that is not defined.",
  "security-unsupported": "A security scheme is not supported.",
  "security-conflict":
    "Security schemes that must be satisfied together are sent in the same place of a request.",
  "spec-invalid": "The document differs from the official schema of its OpenAPI version.",
  // configuration
  "config-unreadable": "The configuration can't be read, or fails when it runs.",
  "config-invalid":
    "The configuration has a field or value that is not allowed, or servers that get in each other's way.",
  // routes
  "routes-invalid": "The route map has a field or value that is not allowed.",
  "routes-unmatched": "A rule of the route map matches no operation.",
  "routes-shadowed":
    "A rule of the route map matches only operations that earlier rules already match.",
  "expose-impossible": "The operation can't be exposed as asked.",
  "x-mcp-invalid": "An x-mcp extension has a field or value that is not allowed; it is ignored.",
  "x-mcp-untrusted":
    "An x-mcp extension says what only the user may say: that a method is harmless, or, in a document from another host, annotations and fixed values.",
  // surface
  "env-unknown":
    "An environment variable is given for a name that no security scheme or server variable has.",
  "argument-unknown": "A route map or x-mcp shapes an argument that no operation has.",
  "argument-impossible": "An argument can't be shaped as a route map or x-mcp says.",
  "parameter-content":
    "Values of a parameter can't be written in the media type of its `content`; its argument is the finished text.",
  "media-type-unknown": "A route map or x-mcp chooses a media type that the body does not have.",
  "name-taken": "Two tools or resources would have the same name.",
  "description-shortened": "A description is longer than the budget and was shortened.",
  "instructions-shortened":
    "The description of the API is longer than the server's instructions may be and was shortened.",
  "forms-overlap":
    "The forms of a `oneOf` in arguments can't be told apart, so a value may fit several.",
  "schema-outlined": "An input schema is too large to list and is shown without its inner members.",
  "list-planned":
    "Some operations are not listed, because of the mode, a budget, or a client's limits.",
  "budget-exceeded": "The list of tools takes more tokens than the budget allows.",
  "client-limited":
    "The list has more tools, longer names or other schema keywords than a client supports.",
  "link-ignored":
    "A link has no target operation in the document, or gives it an unknown parameter.",
  "work-exceeded": "The run needs more steps of work than --max-work allows.",
  "rename-unknown": "--rename names an operation that the document does not have.",
  "rename-taken": "--rename keeps a name that another operation has.",
  // findings
  "hidden-characters":
    "Texts have characters that readers don't see; models get the texts without them, but names and values are kept.",
  "hidden-text": "A text has hidden characters, an HTML comment, or an element that browsers hide.",
  "speaks-to-model": "A text gives orders to a model, where it should describe the API.",
  "wants-variable": "The API's credentials or addresses come from this environment variable.",
  "private-host": "A server or an authorization server is on this computer or its network.",
  "fixed-by-document":
    "The document, and not the user, decides the value of an argument that callers don't see.",
  "file-link": "A text links to a file of the reader.",
  // clients
  "template-malformed": "A URI template that a server lists is none; it gets no method.",
  "snapshot-unusable": "The file is no snapshot of a server's lists.",
  "migration-unreadable": "The file has nothing of the tool that is migrated from.",
  "project-unreadable": "The folder is no generated project that a client could start.",
  "client-file-invalid":
    "The configuration of a client can't be read, or its form allows no new entry.",
  "client-entry-taken": "The configuration of a client has another server of the same name.",
  "server-unreachable": "The server can't be reached, or its lists can't be read.",
  // emit and write
  "templates-unreadable": "The folder of templates, or a template, can't be read.",
  "template-invalid":
    "A template has a fault, names something that it is not given, or makes a file that is not TypeScript or JSON.",
  "template-version":
    "A template is written for another version of what templates are given, or states none.",
  "test-skipped": "An operation has no test: no valid call was found.",
  "main-outdated": "A file that was written once no longer fits the generated code.",
  "scripts-outdated":
    "The package.json of the output, which is the user's, has no script that repeats the run.",
  "source-invalid": "A TypeScript file of the user's in the output can't be compiled.",
  "override-dead":
    "A class of the user's overrides a method, or names an operation, that is no longer generated: it would guard nothing.",
  "override-mistyped": "The types of an override don't fit those of the generated method.",
  "source-outdated": "The user's code does not compile with the new generated code.",
  "override-fixed": "--fix renamed what is certain in a file of the user's.",
  "override-not-fixed": "--fix could not correct everything, so it changed nothing.",
  "operation-mentioned": "A string of the user's code is the former name of an operation.",
  "out-not-ours": "The output would overwrite a file that mcp-codegen did not write.",
  "out-edited": "A generated file was edited by hand.",
  "out-stale": "A generated file is not what this run would write.",
  "tool-removed": "A tool or resource of the former output would be gone.",
  "tool-renamed": "A tool or resource of the former output would get another name.",
  "surface-wider":
    "The server would expose more, because an option of the last run is not given to this one.",
  "other-document": "The output folder has the server of another document, or of another title.",
  "other-server":
    "Requests or credentials would go to another host than those of the former output.",
  "lock-missing":
    "The output folder has no record of what clients rely on, so that changes can't be told.",
  "split-changed": "Operations and types move to files of their tags, or back to one file each.",
  "type-unsupported":
    "The method of a tool has a type that JSON can't hold, or arguments that are no object.",
  "out-unwritable": "The output folder can't be written.",
  "out-merged": "A merge in Git left conflicts in generated files; the run has repaired them.",
  "out-busy": "Another run writes the same output folder.",
  "out-interrupted": "A run was killed while it wrote the output folder.",
  "out-recovered": "A run that was killed while it wrote the output folder was completed.",
} as const satisfies Record<string, string>;

/** The code of a diagnostic; the reference of diagnostics has the meaning of each. */
export type Code = keyof typeof codes;
