/** Changes to plant in a document: each kind at every place where it can be made, forwards a break, or harmless. */
import type { Document } from "./breaks.ts"

type Node = { [key: string]: unknown }
/** All documents in which this change was made at one place. */
type Kind = (document: Document) => ReadonlyArray<Document>

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)

/** One document for each place that `change` takes, with the change made there. */
const everywhere =
  (roots: (document: Node) => ReadonlyArray<unknown>, change: (node: Node) => boolean): Kind =>
  (document) => {
    const made: Array<Document> = []
    for (let place = 0; ; place++) {
      const copy: Document & Node = { ...structuredClone(document) }
      const taken = nodes(roots(copy)).filter((node) => change(structuredClone(node)))
      const node = taken[place]
      if (node === undefined) return made
      change(node)
      made.push(copy)
    }
  }

/** Every object under the roots, examples left out. */
const nodes = (roots: ReadonlyArray<unknown>): ReadonlyArray<Node> =>
  roots.flatMap((root) => {
    if (Array.isArray(root)) return nodes(root)
    if (!isNode(root)) return []
    return [root, ...nodes(Object.entries(root).flatMap(([key, value]) => (key === "examples" ? [] : [value])))]
  })

const at = (node: unknown, ...keys: ReadonlyArray<string>): Node => {
  let found = node
  for (const key of keys) found = isNode(found) ? found[key] : undefined
  return isNode(found) ? found : {}
}
const schemas = (wanted: (name: string) => boolean) => (document: Node) =>
  Object.entries(at(document, "components", "schemas")).flatMap(([name, schema]) => (wanted(name) ? [schema] : []))

const requests = schemas((name) => name.endsWith("Request"))
const responses = schemas((name) => !name.endsWith("Request"))
const operations = (document: Node) => Object.values(at(document, "paths")).flatMap((path) => Object.values(at(path)))
const parameters = (document: Node) => operations(document).flatMap((operation) => at(operation)["parameters"])
const answers = (document: Node) =>
  operations(document).flatMap((operation) => Object.values(at(operation, "responses")))
const headers = (document: Node) => answers(document).flatMap((answer) => Object.values(at(answer, "headers")))

const itself = (document: Node) => [document]
const dropping =
  (keys: ReadonlyArray<string>, filter: (name: string) => boolean = () => true) =>
  (node: Node) => {
    const inner = at(node, ...keys)
    const name = Object.keys(inner).find(filter)
    if (name === undefined) return false
    return delete inner[name]
  }
const strings = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === "string") ? value : []
const setting = (key: string, value: unknown, when: (node: Node) => boolean) => (node: Node) => {
  if (!when(node)) return false
  node[key] = value
  return true
}
const isText = (node: Node) => node["type"] === "string" && node["enum"] === undefined
const isObject = (node: Node) => node["type"] === "object" && isNode(node["properties"])

const named = (name: string, schema: unknown) => (node: Node) => {
  if (!isObject(node)) return false
  at(node, "properties")[name] = schema
  return true
}
const required = (name: string) => (node: Node) => {
  node["required"] = [...strings(node["required"]), name]
  return true
}
const first = (list: "required" | "enum") => (node: Node) => {
  const items = node[list]
  if (!Array.isArray(items) || items.length === 0) return false
  node[list] = items.slice(1)
  return true
}
const more = (node: Node) => {
  if (!Array.isArray(node["enum"])) return false
  node["enum"] = [...node["enum"], "new"]
  return true
}
/** Removes an optional member. */
const withoutMember = (node: Node) => {
  if (!isObject(node)) return false
  const properties = at(node, "properties")
  const name = Object.keys(properties)[0]
  if (name === undefined) return false
  node["required"] = strings(node["required"]).filter((one) => one !== name)
  return delete properties[name]
}

export const breaking: { readonly [kind: string]: Kind } = {
  "a path is gone": everywhere(
    (document) => [at(document, "paths")],
    dropping([], (name) => name.startsWith("/"))
  ),
  "an operation is gone": everywhere(
    (document) => Object.values(at(document, "paths")),
    dropping([], (name) => name === "post")
  ),
  "an operation has another id": everywhere(
    itself,
    (node) => "operationId" in node && setting("operationId", "x", () => true)(node)
  ),
  "another privilege is needed": everywhere(
    operations,
    (node) => "responses" in node && setting("security", [], () => true)(node)
  ),
  "a parameter is gone": everywhere(
    operations,
    (node) => Array.isArray(node["parameters"]) && node["parameters"].pop() !== undefined
  ),
  "a parameter is required": everywhere(
    parameters,
    setting("required", true, (node) => "in" in node && node["required"] === false)
  ),
  "a parameter's values are fewer": everywhere(parameters, setting("pattern", "^x$", isText)),
  "a body's media type is gone": everywhere(
    operations,
    (node) => "responses" in node && dropping(["requestBody", "content"])(node)
  ),
  "a member of a request is required": everywhere(
    requests,
    (node) => named("new", { type: "string" })(node) && required("new")(node)
  ),
  "an optional member of a request is required": everywhere(
    requests,
    (node) => isObject(node) && "draft" in at(node, "properties") && required("draft")(node)
  ),
  "a member of a request is gone": everywhere(requests, withoutMember),
  "a request's type is narrower": everywhere(
    requests,
    setting("enum", [true], (node) => node["type"] === "boolean")
  ),
  "a request's type is another": everywhere(
    requests,
    setting("type", "string", (node) => node["type"] === "boolean")
  ),
  "a request's object is limited": everywhere(requests, setting("maxProperties", 3, isObject)),
  "a request's object takes no member": everywhere(
    requests,
    setting("additionalProperties", false, (node) => node["additionalProperties"] === true)
  ),
  "an answer is gone": everywhere(operations, (node) => "operationId" in node && dropping(["responses"])(node)),
  "an answer's media type is gone": everywhere(answers, (node) => "description" in node && dropping(["content"])(node)),
  "an answer's header is gone": everywhere(answers, (node) => "description" in node && dropping(["headers"])(node)),
  "an answer's header may be missing": everywhere(
    headers,
    setting("required", false, (node) => node["required"] === true)
  ),
  "a new success": everywhere(
    operations,
    (node) => "operationId" in node && setting("202", {}, () => true)(at(node, "responses"))
  ),
  "a member of an answer is gone": everywhere(responses, withoutMember),
  "a member of an answer may be missing": everywhere(responses, first("required")),
  "an answer has a new value": everywhere(responses, more),
  "an answer's values are no longer few": everywhere(
    responses,
    (node) => Array.isArray(node["enum"]) && delete node["enum"]
  ),
  "an answer's type is another": everywhere(
    responses,
    setting("type", "object", (node) => node["type"] === "string" || node["type"] === "array")
  ),
  "an answer may be null": everywhere(responses, (node) => {
    if (node["type"] !== "string") return false
    const { type, enum: values, ...rest } = node
    for (const key of Object.keys(node)) delete node[key]
    node["anyOf"] = [{ type, ...(values === undefined ? {} : { enum: values }), ...rest }, { type: "null" }]
    return true
  }),
  "an answer loses its least value": everywhere(headers, (node) => "minimum" in node && delete node["minimum"])
}

export const harmless: { readonly [kind: string]: Kind } = {
  "words are others": everywhere(
    itself,
    setting("description", "Other words.", (node) => typeof node["description"] === "string")
  ),
  "a new path": (document) => [
    { ...document, paths: { ...document.paths, "/new": { get: { operationId: "new", responses: {} } } } }
  ],
  "a new parameter": everywhere(
    operations,
    (node) =>
      Array.isArray(node["parameters"]) &&
      node["parameters"].push({
        name: `new${node["parameters"].length}`,
        in: "query",
        required: false,
        schema: { type: "string" }
      }) > 0
  ),
  "a body is no longer required": everywhere(
    operations,
    setting("required", false, (node) => "content" in node && node["required"] === true)
  ),
  "a new refusal": everywhere(
    operations,
    (node) => "operationId" in node && setting("418", { description: "Teapot" }, () => true)(at(node, "responses"))
  ),
  "a new header": everywhere(
    answers,
    (node) =>
      "description" in node &&
      isNode(node["headers"]) &&
      setting("X-New", { required: false, schema: { type: "string" } }, () => true)(at(node, "headers"))
  ),
  "a header is always there": everywhere(
    headers,
    setting("required", true, (node) => node["required"] === false)
  ),
  "a new member of a request": everywhere(requests, named("new", { type: "string" })),
  "a member of a request is optional": everywhere(requests, first("required")),
  "a request may have any members": everywhere(
    requests,
    (node) => node["additionalProperties"] === false && delete node["additionalProperties"]
  ),
  "a request's object has any members, without saying so": everywhere(
    requests,
    (node) => node["additionalProperties"] === true && delete node["additionalProperties"]
  ),
  "an answer's object has any members, without saying so": everywhere(
    responses,
    (node) => node["additionalProperties"] === true && delete node["additionalProperties"]
  ),
  "an answer's object says that it has any members": everywhere(
    responses,
    setting("additionalProperties", true, (node) => node["type"] === "object" && !("additionalProperties" in node))
  ),
  "a request's type is wider": everywhere(requests, (node) => node["type"] === "boolean" && delete node["type"]),
  "a new member of an answer": everywhere(responses, named("new", { type: "string" })),
  "a member of an answer is always there": everywhere(
    responses,
    (node) => isObject(node) && "trace" in at(node, "properties") && required("trace")(node)
  ),
  "an answer has fewer values": everywhere(
    responses,
    (node) => Array.isArray(node["enum"]) && node["enum"].length > 1 && first("enum")(node)
  ),
  "an answer's text is limited": everywhere(responses, setting("maxLength", 100, isText))
}
