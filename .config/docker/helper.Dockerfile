# What helper containers are made from, second half: Hearth's own programs that run in them, on helper-tools.Dockerfile.
#
# No user, capability or mount is decided here: each container is given exactly what its work needs (lib/helper/plan-helper.ts).
ARG TOOLS
FROM ${TOOLS}
COPY hearth /opt/hearth
# Without anybody to talk to it ends at once; were a part of it missing here, it would say so now.
RUN /usr/local/bin/node /opt/hearth/lib/helper/main.ts < /dev/null > /dev/null

ARG CONTENTS=unknown
LABEL hearth.helper.contents=${CONTENTS}
USER 65534:65534
ENTRYPOINT ["/usr/local/bin/node", "/opt/hearth/lib/helper/main.ts"]
