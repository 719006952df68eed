# Assay with its load engine. `npm run image` lays out what is copied here, and builds:
#   docker run --rm -e ASSAY_API_KEY -v "$PWD:/work" assay gate --target https://gateway.example/v1
# The user is a number, so that a cluster can see that it is not root; --user "$(id -u)" lets it write
# reports into a folder of yours.
FROM node:24-slim AS base
# Assay needs neither npm nor headers, and writes its reports to /work.
RUN ["node", "-e", "const fs = require('fs'); \
  for (const path of ['lib/node_modules', 'include', 'share']) \
    fs.rmSync('/usr/local/' + path, { recursive: true, force: true }); \
  fs.mkdirSync('/work'); \
  fs.chownSync('/work', 1000, 1000);"]

FROM scratch
COPY --from=base / /
COPY assay /opt/assay
# The allocator is set as bin/assay.js does where it is started itself.
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  NODE_ENV=production \
  MALLOC_ARENA_MAX=2 \
  MALLOC_MMAP_THRESHOLD_=131072
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["node", "--max-semi-space-size=4", "/opt/assay/node_modules/@assay/cli/bin/assay.js"]
CMD ["--help"]
