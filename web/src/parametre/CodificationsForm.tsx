import { CHAMPS_LISTE } from '@releve/contract/codification/codification.champs.ts'
import type { Codification } from '@releve/contract/codification/codification.schema.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { differer } from '../app/differe.tsx'
import { Actes } from '../ui/Actes.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampListe } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { enCorps, enSaisie, videDe } from '../ui/conversion.ts'
import { ExportTableur } from '../ui/ExportTableur.tsx'
import { Fiche } from '../ui/Fiche.tsx'
import { Groupe } from '../ui/Groupe.tsx'
import type { PropsImport } from '../ui/ImportTableur.tsx'
import { useForme } from '../ui/useForme.ts'
import { CodeForm } from './CodeForm.tsx'
import {
  exporterCodes,
  useEnregistrer,
  useImportCodes,
  useListe,
  useListes,
  useRelire,
} from './codifications.queries.ts'
import { textesCodifications as t, textesCodifications } from './codifications.textes.ts'
import { TableauCodes } from './TableauCodes.tsx'

const textesListe = textesCodifications.liste

const VIDE = videDe(CHAMPS_LISTE, {})

const PAR_CODE = {
  CODIFICATION_EXISTANTE: 'code',
  LISTE_PARENTE_INCONNUE: 'parentListe',
  LISTE_PARENTE_EN_BOUCLE: 'parentListe',
  CODE_PARENT_INCONNU: 'parentListe',
} as const

const saisieDe = (lue: Codification | null) => enSaisie(CHAMPS_LISTE, VIDE, lue)

type Props = {
  /** Null: a list to create. */
  liste: Codification | null
  /** Once written, under its code. */
  onFait: (code: string) => void
  onFermer: () => void
}

/** A list to create, or what it is called and where its parents are. No code of it changes here. */
function ListeForm({ liste, onFait, onFermer }: Props) {
  const { data: listes = [] } = useListes()
  const { forme, envoi } = useForme(
    { champs: CHAMPS_LISTE, lue: liste, saisieDe, parCode: PAR_CODE },
    useEnregistrer(),
    useRelire(liste?.code ?? ''),
  )
  const corps = () => {
    const { code, ...reste } = enCorps(CHAMPS_LISTE, forme.saisie)
    return { ...reste, code: liste?.code ?? code, version: forme.version ?? 0 }
  }
  const champs = ['libelle', 'parentListe'] as const
  const onSoumettre = () =>
    envoi.soumettre(corps, {
      onSuccess: () => {
        onFait(corps().code)
        onFermer()
      },
    })
  return (
    <Fiche
      titre={liste ? textesCodifications.modifierListe : textesListe.nouvelle}
      textes={textesCodifications}
      bouton={textesListe.bouton}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <Groupe
        forme={forme}
        legende={textesListe.legende}
        aides={{ ...textesListe.aides, code: textesCodifications.fiche.aides.code }}
        champs={liste ? champs : ['code', ...champs]}
        options={{ parentListe: listes.filter(({ code }) => code !== liste?.code) }}
        propres={{
          code: { autoCapitalize: 'characters', spellCheck: false },
          parentListe: { vide: textesListe.sansParent },
        }}
      />
    </Fiche>
  )
}

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
