/** Admissions from a credential store and this package's limiter: for a database that does not count requests itself. */
import { Layer } from "effect"
import type { Redacted } from "effect"
import type { Redis } from "effect/persistence"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import type { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import type { Quota } from "@formwork/domain/limits/Budget"
import * as RateLimiter from "./RateLimiter.ts"

export const layer = (quota: Quota): Layer.Layer<Admissions, never, CredentialStore> =>
  Admissions.layerComposed.pipe(Layer.provide(RateLimiter.layer(quota)))

export const layerRedis = (
  quota: Quota,
  url: Redacted.Redacted,
  away: RateLimiter.WhenUnavailable
): Layer.Layer<Admissions, Redis.RedisError, CredentialStore> =>
  Admissions.layerComposed.pipe(Layer.provide(RateLimiter.layerRedis(quota, url, away)))
