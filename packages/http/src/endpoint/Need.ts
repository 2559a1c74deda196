import type { Privilege } from "@formwork/domain/callers/Privilege"

/** What an endpoint needs of its caller: one privilege; any valid credential; a session; or nothing, which makes the endpoint open. */
export type Need = Privilege | "any credential" | "a session" | "nothing"
