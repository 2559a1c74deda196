/** The members of a definition whose text is an expression, for its colours. The engine knows them by itself; colours may not wait for it. */
const members: ReadonlySet<string> = new Set(["formula", "visibleWhen", "requiredWhen", "check", "when"])

export const isExpressionMember = (name: string): boolean => members.has(name)
