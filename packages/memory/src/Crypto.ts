/** Random bytes, digests and MACs for the in-memory adapter: pure JavaScript where Web Crypto would go through another thread. */
import { hmac } from "@oslojs/crypto/hmac"
import { SHA1 } from "@oslojs/crypto/sha1"
import { SHA256, SHA384, SHA512 } from "@oslojs/crypto/sha2"
import { Layer } from "effect"
import { Digest, Mac, SecureRandom } from "effect/crypto"

const algorithms = { "SHA-1": SHA1, "SHA-256": SHA256, "SHA-384": SHA384, "SHA-512": SHA512 }

/** `SecureRandom` and `Digest` from Web Crypto, `Mac` from @oslojs/crypto: synchronous, and the same in every runtime. */
export const layer: Layer.Layer<Mac.Mac | Digest.Digest | SecureRandom.SecureRandom> = Layer.mergeAll(
  Digest.layerWebCrypto,
  Mac.layerWebCryptoWith({
    hmac: (hash, key, data) => {
      if (hash === "MD5") throw new RangeError("MD5 authenticates nothing")
      return hmac(algorithms[hash], key, data)
    }
  })
).pipe(Layer.provideMerge(SecureRandom.layerWebCrypto))
