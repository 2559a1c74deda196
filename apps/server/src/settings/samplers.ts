/** What OTEL_TRACES_SAMPLER may say, as OpenTelemetry names it. */
export const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const
export type Sampler = (typeof samplers)[number]
