# syntax=docker/dockerfile:1
# The `formwork` command: docs/deploying.md says how to build this and how to run it.

# Where it is built: any image with Node 24 and npm. Its Node is the one that runs.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
# Where it runs: any image with glibc and libstdc++ as old as those of BUILD_IMAGE, or newer. It needs no Node and no shell.
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY . .
# The lockfile says what is installed. From which registry, and with which proxy and certificates, is npm's own configuration: the secret
# `npmrc` is such a file, and no layer keeps it.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm install --global "$(node --print 'require("./package.json").packageManager')" && \
    pnpm install --frozen-lockfile --filter '@formwork/server...' --filter '@formwork/console...' && \
    node tools/release/build.ts /formwork/opt/formwork && \
    mkdir --mode=700 /formwork/data

FROM ${BASE_IMAGE}
# The commit that is built, for the metric `formwork_build_info`; `git rev-parse HEAD` gives it.
ARG FORMWORK_COMMIT=
LABEL org.opencontainers.image.title="Formwork" \
      org.opencontainers.image.description="A headless form service" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /formwork/opt /opt
COPY --from=build --chown=10001:10001 /formwork/data /data
# Health and metrics stay inside of the container, until ADMIN_HOST is 0.0.0.0. The folder is that of the embedded database: with
# DATABASE_URL nothing is written anywhere.
ENV NODE_ENV=production \
    FORMWORK_COMMIT=${FORMWORK_COMMIT} \
    PATH=/opt/formwork/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOST=0.0.0.0 \
    PORT=8787 \
    ADMIN_PORT=8788 \
    FORMWORK_DATA_DIR=/data
WORKDIR /data
USER 10001:10001
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["/opt/formwork/bin/node", "/opt/formwork/lib/health.mjs"]
ENTRYPOINT ["/opt/formwork/bin/node", "/opt/formwork/lib/dist/main.js"]
CMD ["serve"]
