/** What this program calls itself, to `--version` and to MCP clients. */
export const version = "0.1.0"
