/** Messages that JSON-RPC or MCP refuses, for hostile.test.ts. */
import * as Harness from "./Harness.ts"

const ping = Harness.request("ping")
const discover = Harness.modern("server/discover")
const [version = ""] = discover.headers

/** A message, and the status and code of its JSON-RPC error. MCP leaves out an id that could not be read. */
export const faults: ReadonlyArray<
  readonly [name: string, body: unknown, status: number, code: number, headers?: ReadonlyArray<string>]
> = [
  ["a batch", [ping], 400, -32600],
  ["an empty batch", [], 400, -32600],
  ["null", null, 400, -32600],
  ["a text", '"ping"', 400, -32600],
  ["no version of JSON-RPC", { id: 1, method: "ping" }, 400, -32600],
  ["another version of JSON-RPC", { ...ping, jsonrpc: "1.0" }, 400, -32600],
  ["a version that is a number", { ...ping, jsonrpc: 2 }, 400, -32600],
  ["no method", { jsonrpc: "2.0", id: 1 }, 400, -32600],
  ["a response without a request", { jsonrpc: "2.0", id: 1, result: {} }, 400, -32600],
  ["a method that is not a text", { ...ping, method: 1 }, 400, -32600],
  ["an id that is null", { ...ping, id: null }, 400, -32600],
  ["an id that is a fraction", { ...ping, id: 1.5 }, 400, -32600],
  [
    "an id that a double cannot hold exactly",
    '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}',
    400,
    -32600
  ],
  ["an id that is an object", { ...ping, id: {} }, 400, -32600],
  ["parameters that are a list", { ...ping, params: [] }, 400, -32600],
  ["parameters that are null", { ...ping, params: null }, 400, -32600],
  ["an unknown method", Harness.request("tools/delete"), 200, -32601],
  ["an inherited method", Harness.request("__proto__"), 200, -32601],
  ["a method of MCP that this server does not have", Harness.request("prompts/list"), 200, -32601],
  ["a method of the other era", Harness.request("server/discover"), 200, -32601],
  ["initialize without a revision", Harness.request("initialize", {}), 200, -32602],
  ["a cursor", Harness.request("tools/list", { cursor: "x" }), 200, -32602],
  ["no tool", Harness.request("tools/call", {}), 200, -32602],
  ["an unknown tool", Harness.request("tools/call", { name: "x" }), 200, -32602],
  ["an inherited tool", Harness.request("tools/call", { name: "constructor" }), 200, -32602],
  ["arguments that are a list", Harness.request("tools/call", { name: "evaluate_form", arguments: [] }), 200, -32602],
  ["an unknown revision", ping, 400, -32022, ["MCP-Protocol-Version: 1999-01-01"]],
  ["a revision that is too old", ping, 400, -32022, ["MCP-Protocol-Version: 2025-03-26"]],
  ["two revisions", ping, 400, -32022, ["MCP-Protocol-Version: 2025-06-18", "MCP-Protocol-Version: 2025-11-25"]],
  ["a modern header alone", ping, 400, -32602, ["MCP-Protocol-Version: 2026-07-28"]],
  ["a modern body without headers", discover.body, 400, -32020],
  ["a modern body without its method", discover.body, 400, -32020, discover.headers.slice(0, 1)],
  ["another method in the header", discover.body, 400, -32020, [version, "Mcp-Method: tools/list"]],
  ["another case in the header", discover.body, 400, -32020, [version, "Mcp-Method: Server/Discover"]],
  [
    "another revision in the header",
    discover.body,
    400,
    -32020,
    ["MCP-Protocol-Version: 2025-11-25", discover.headers[1]!]
  ],
  [
    "a future revision",
    Harness.modern("tools/list", {}, "2027-01-01").body,
    400,
    -32022,
    Harness.modern("tools/list", {}, "2027-01-01").headers
  ],
  [
    "no capabilities",
    Harness.request("tools/list", { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } }),
    400,
    -32602,
    ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/list"]
  ],
  [
    "a tool that the header does not name",
    Harness.modern("tools/call", { name: "evaluate_form" }).body,
    400,
    -32020,
    Harness.modern("tools/call").headers
  ],
  [
    "another tool in the header",
    Harness.modern("tools/call", { name: "create_submission" }).body,
    400,
    -32020,
    Harness.modern("tools/call", { name: "evaluate_form" }).headers
  ],
  ["an unknown modern method", Harness.modern("ping").body, 404, -32601, Harness.modern("ping").headers],
  [
    "a modern handshake",
    Harness.modern("initialize", { protocolVersion: "2026-07-28" }).body,
    404,
    -32601,
    Harness.modern("initialize").headers
  ]
]
