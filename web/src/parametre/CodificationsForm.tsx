import type { Codification } from '@releve/contract/codification/codification.schema.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { differer } from '../app/differe.tsx'
import { Actes } from '../ui/Actes.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampListe } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { ExportTableur } from '../ui/ExportTableur.tsx'
import type { PropsImport } from '../ui/ImportTableur.tsx'
import { CodeForm } from './CodeForm.tsx'
import { exporterCodes, useImportCodes, useListe, useListes } from './codifications.queries.ts'
import { textesCodifications as t } from './codifications.textes.ts'
import { ListeForm } from './ListeForm.tsx'
import { TableauCodes } from './TableauCodes.tsx'

const useImport = differer<PropsImport>(() => import('../ui/ImportTableur.tsx'))

type Choisir = (code: string) => void

function ActesListe({ liste, choisir }: { liste: Codification; choisir: Choisir }) {
  const [ouvert, setOuvert] = useState<'code' | 'liste' | null>(null)
  const tableur = useImport({ ...t.imports, ...useImportCodes(liste.code) })
  const fermer = () => setOuvert(null)
  return (
    <Actes>
      <BoutonAction icone="crayon" onClick={() => setOuvert('liste')}>
        {t.modifierListe}
      </BoutonAction>
      <ExportTableur exporter={(format) => exporterCodes(liste.code, { format })} />
      <BoutonAction icone="deposer" onClick={tableur.ouvrir}>
        {t.importer}
      </BoutonAction>
      <BoutonAction variant="contained" icone="plus" onClick={() => setOuvert('code')}>
        {t.ajouter}
      </BoutonAction>
      {ouvert === 'code' && <CodeForm liste={liste} valeur={null} onFermer={fermer} />}
      {ouvert === 'liste' && <ListeForm liste={liste} onFait={choisir} onFermer={fermer} />}
      {tableur.dialogue}
    </Actes>
  )
}

function UneListe({ code, choisir }: { code: string; choisir: Choisir }) {
  return (
    <Chargement requete={useListe(code)} lignes={8}>
      {(liste) => (
        <>
          <ActesListe {...{ liste, choisir }} />
          <TableauCodes liste={liste} />
        </>
      )}
    </Chargement>
  )
}

/** The lists of codes, one at a time: the address says which. */
export default function CodificationsForm() {
  const [params, setParams] = useSearchParams()
  const [creation, setCreation] = useState(false)
  const choisir: Choisir = (liste) =>
    setParams({ onglet: 'codifications', liste }, { replace: true })
  return (
    <>
      <p className="prm-chapeau">{t.chapeau}</p>
      <Chargement requete={useListes()}>
        {(listes) => {
          const choisie = params.get('liste') ?? listes[0]?.code ?? ''
          return (
            <div className="prm-listes">
              <div className="prm-choix">
                <ChampListe
                  libelle={t.choisir}
                  value={choisie}
                  onChange={({ target }) => choisir(target.value)}
                  options={listes.map(({ code, libelle, valeurs }) => ({
                    code,
                    libelle: t.option(libelle, code, valeurs),
                  }))}
                />
                <BoutonAction icone="plus" onClick={() => setCreation(true)}>
                  {t.creerListe}
                </BoutonAction>
              </div>
              <UneListe key={choisie} code={choisie} choisir={choisir} />
            </div>
          )
        }}
      </Chargement>
      {creation && <ListeForm liste={null} onFait={choisir} onFermer={() => setCreation(false)} />}
    </>
  )
}
