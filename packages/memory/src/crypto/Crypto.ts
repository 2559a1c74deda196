/**
 * Random bytes, digests and MACs for the in-memory adapter: synchronous where Web Crypto would go through another thread, by Node
 * where this runs in Node and otherwise in pure JavaScript.
 */
import { hmac } from "@oslojs/crypto/hmac"
import { SHA1 } from "@oslojs/crypto/sha1"
import { SHA256, SHA384, SHA512 } from "@oslojs/crypto/sha2"
import { Layer } from "effect"
import { Digest, Mac, SecureRandom } from "effect/crypto"
import * as Hmac from "@formwork/domain/credentials/Hmac"
import * as RandomPool from "@formwork/domain/credentials/RandomPool"
import * as Node from "./nodeHash.ts"

const algorithms = { "SHA-1": SHA1, "SHA-256": SHA256, "SHA-384": SHA384, "SHA-512": SHA512 }

const ofNode = Node.sha256 && Hmac.over(Node.sha256, 64)

/** `SecureRandom` and `Digest` from Web Crypto, `Mac` synchronous: the same in every runtime. */
export const layer: Layer.Layer<Mac.Mac | Digest.Digest | SecureRandom.SecureRandom> = Layer.mergeAll(
  Digest.layerWebCrypto,
  Mac.layerWebCryptoWith({
    hmac: (hash, key, data) => {
      if (hash === "MD5") throw new RangeError("MD5 authenticates nothing")
      return hash === "SHA-256" && ofNode !== undefined ? ofNode(key, data) : hmac(algorithms[hash], key, data)
    }
  })
).pipe(Layer.provideMerge(RandomPool.layer.pipe(Layer.provide(SecureRandom.layerWebCrypto))))
