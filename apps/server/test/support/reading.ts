/** Reading what a command or a server answers. Each function throws where the value has another shape, and so fails the test. */
import { Schema } from "effect"
import type { AddressInfo, Server } from "node:net"

export const objectOf = Schema.decodeUnknownSync(Schema.JsonObject)

export const listOf = Schema.decodeUnknownSync(Schema.Array(Schema.Json))

/** The object in a text of JSON. */
export const parseObject = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.JsonObject))

/** The object in an answer's body. */
export const bodyOf = async (response: Response) => objectOf(await response.json())

/** The port that a server listens on. */
export const portOf = (server: Pick<Server, "address">): AddressInfo["port"] => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server listens on no port")
  return address.port
}
