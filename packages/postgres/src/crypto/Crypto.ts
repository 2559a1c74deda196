/** Digests, MACs and random bytes, as Node computes them fastest. */
import * as NodeCrypto from "@effect/platform-node-shared/NodeCrypto"
import { Layer } from "effect"
import { Mac } from "effect/crypto"
import { createHmac, hash } from "node:crypto"
import * as Hmac from "@formwork/domain/credentials/Hmac"
import { PasswordHasher } from "@formwork/domain/credentials/PasswordHasher"
import * as RandomPool from "@formwork/domain/credentials/RandomPool"

/** A digest as text is made several times faster than one as a Buffer. */
const hmacSha256 = Hmac.over((bytes) => Buffer.from(hash("sha256", bytes, "binary"), "binary"), 64)

const mac = Mac.layerWebCryptoWith({
  hmac: (name, key, data) =>
    name === "SHA-256" ? hmacSha256(key, data) : createHmac(name.replace("-", ""), key).update(data).digest()
})

export const layer = Layer.mergeAll(NodeCrypto.layerDigest, mac).pipe(
  Layer.provideMerge(RandomPool.layer.pipe(Layer.provide(NodeCrypto.layerSecureRandom)))
)

/** Passwords as a database keeps them: Argon2id, which Node has from 24.7 on. */
export const passwords = PasswordHasher.layer().pipe(Layer.provide(NodeCrypto.layerKdf))

/** The cipher of secrets. */
export const aead = NodeCrypto.layerAead
