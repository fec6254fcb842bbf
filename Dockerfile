# NON ESSAYÉ : aucun moteur de conteneurs n'était là où ce fichier a été écrit. Un test vérifie seulement
# que ce qu'il copie existe et que ce qu'il lance est dans le paquet. Dites-nous ce qui ne va pas.
#
#   docker build -t releve .

FROM node:24-slim AS construction
WORKDIR /releve
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
# Le même paquet que sur une machine : son Node, le serveur, ses paquets, les pages construites.
RUN node tools/lancer.mjs tools/paquet.ts --rapide --vers /paquet \
  && mkdir /opt/releve \
  && tar -xzf /paquet/releve-*.tar.gz -C /opt/releve --strip-components=1

FROM debian:12-slim
# Le Node du paquet ne demande que libstdc++ ; il porte lui-même les certificats du courrier.
RUN apt-get update \
  && apt-get install -y --no-install-recommends libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --user-group --uid 990 --no-create-home --home-dir /var/lib/releve \
    --shell /usr/sbin/nologin releve \
  && install -d -m 0700 -o releve -g releve /var/lib/releve /var/backups/releve
COPY --from=construction /opt/releve /opt/releve
RUN ln -s /opt/releve/bin/releve /usr/local/bin/releve
ENV DATA_DIR=/var/lib/releve/donnees PORT=3000 HOST=127.0.0.1
USER releve
WORKDIR /var/lib/releve
VOLUME ["/var/lib/releve", "/var/backups/releve"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["/opt/releve/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}${process.env.API_PREFIX||'/api'}/sante`).then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/opt/releve/bin/releve"]
CMD ["demarrer"]
