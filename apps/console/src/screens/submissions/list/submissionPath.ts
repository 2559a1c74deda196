/** The address of one submission's page, as the router takes it. */
export const submissionPath = (id: string): string => `/submissions/${encodeURIComponent(id)}`
