import type { Import, LigneImport } from '@releve/contract/import.ts'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { EchecApi, messageDe } from '../api/envoi.ts'
import { Alerte } from './Alerte.tsx'
import { BoutonAction } from './BoutonAction.tsx'
import { ChoixMultiple } from './ChoixMultiple.tsx'
import { Dialogue } from './Dialogue.tsx'
import { prendreLeFocus } from './focus.ts'
import { formatNombre } from './format.ts'
import { Icone, type NomIcone } from './Icone.tsx'
import { type Effet, type NomImporte, textesImportTableur } from './importTableur.textes.ts'
import { comptesDe, EFFETS, ecrituresDe } from './importTableur.ts'
import { Pagination } from './Pagination.tsx'
import { Squelette } from './Squelette.tsx'
import { type Colonne, Tableau } from './Tableau.tsx'
import { useActe } from './useActe.ts'
import { useSignal } from './useSignal.ts'
import { ZoneDepot } from './ZoneDepot.tsx'
import type { FormatDepot } from './zoneDepot.rules.ts'
import './ImportTableur.css'

const TAILLE = 50

const ICONES: Record<Effet, NomIcone> = {
  CREER: 'plus',
  MODIFIER: 'crayon',
  INCHANGE: 'coche',
  ERREUR: 'erreur',
}

function Effet({ effet }: { effet: Effet }) {
  return (
    <span className={`ui-import-effet ui-import-${effet}`}>
      <Icone nom={ICONES[effet]} taille={16} />
      {textesImportTableur.effets[effet]}
    </span>
  )
}

function Details({ details }: Pick<LigneImport, 'details'>) {
  if (details.length === 0) return null
  return (
    <ul className="ui-import-fautes">
      {details.map(({ chemin, libelle }) => (
        <li key={`${chemin} ${libelle}`}>{libelle}</li>
      ))}
    </ul>
  )
}

const t = textesImportTableur.colonnes
const COLONNES: Colonne<LigneImport>[] = [
  {
    cle: 'cle',
    titre: t.cle,
    rendu: ({ cle, libelle }) => (
      <>
        {libelle || cle || '—'}
        {libelle && cle && <span className="ui-import-cle">{cle}</span>}
      </>
    ),
  },
  { cle: 'ligne', titre: t.ligne, nombre: true, rendu: ({ ligne }) => formatNombre(ligne) },
  { cle: 'effet', titre: t.effet, rendu: ({ effet }) => <Effet effet={effet} /> },
  { cle: 'details', titre: t.details, rendu: ({ details }) => <Details details={details} /> },
]

/** What an import would do, line by line; the lines in error alone, at first, when there are any. */
function ImportApercu({ lignes }: { lignes: readonly LigneImport[] }) {
  const comptes = comptesDe(lignes)
  const [choisis, setChoisis] = useState<Effet[]>(comptes.ERREUR > 0 ? ['ERREUR'] : [])
  const [page, setPage] = useState(1)
  if (lignes.length === 0) return <p>{textesImportTableur.aucune}</p>
  const options = EFFETS.filter((effet) => comptes[effet] > 0).map((effet) => ({
    code: effet,
    libelle: textesImportTableur.effetCompte(effet, formatNombre(comptes[effet])),
  }))
  const montrees = lignes.filter(({ effet }) => choisis.length === 0 || choisis.includes(effet))
  const filtrer = (effets: Effet[]) => {
    setChoisis(effets)
    setPage(1)
  }
  return (
    <div className="ui-import-apercu">
      <ChoixMultiple
        legende={textesImportTableur.montrer}
        options={options}
        choisis={choisis}
        onChange={filtrer}
      />
      <Tableau
        legende={textesImportTableur.apercu}
        className="ui-import-tableau"
        colonnes={COLONNES}
        lignes={montrees.slice((page - 1) * TAILLE, page * TAILLE)}
        cleDe={({ ligne }) => String(ligne)}
      />
      <Pagination page={page} taille={TAILLE} total={montrees.length} onPage={setPage} />
    </div>
  )
}

/** A call of which no answer came. */
const estReseau = (echec: unknown) => echec instanceof EchecApi && echec.estReseau

type PropsEchec = {
  echec: unknown
  titre: string
  /** Of a call without an answer: what to know of it, and what reads the file again. */
  coupure: string
  relire: string
  onRelire: () => void
}

/** Why a spreadsheet was not read, or not written. */
function ImportEchec({ echec, titre, coupure, relire, onRelire }: PropsEchec) {
  const details = echec instanceof EchecApi ? echec.details : []
  const coupe = estReseau(echec)
  return (
    <Alerte
      gravite="error"
      role="alert"
      titre={titre}
      action={
        coupe && (
          <BoutonAction size="small" icone="reessayer" onClick={onRelire}>
            {relire}
          </BoutonAction>
        )
      }
    >
      <p className="ui-import-phrase">{messageDe(echec, coupure)}</p>
      {details.length > 0 && (
        <ul className="ui-import-fautes">
          {details.slice(0, 20).map(({ chemin, libelle }) => (
            <li key={`${chemin} ${libelle}`}>{libelle}</li>
          ))}
        </ul>
      )}
    </Alerte>
  )
}

/** What is sent: the file, and whether to say only what would happen. */
export type EnvoiImport = { fichier: File; apercu: 'true' | 'false'; signal: AbortSignal }

export type PropsImport = {
  titre: string
  nom: NomImporte
  /** Which columns, and where to find an example. */
  aide: string
  /** What is imported, when it is no spreadsheet. */
  fichier?: { libelle: string; formats: readonly FormatDepot[] }
  /** Each line is written by itself: those in error are left, and keep no other. */
  partiel?: boolean
  importer: (envoi: EnvoiImport) => Promise<Import>
  /** All the lines were written. */
  onEcrit: () => void
}

/** What the file would do, and the file as it was then: it may change on the disk meanwhile. */
type Lu = Import & { fige: File }
type Lecture = UseMutationResult<Lu, unknown, File>

const copier = async (fichier: File) =>
  new File([await fichier.arrayBuffer()], fichier.name, { type: fichier.type })

/** Why the import cannot be asked for now; null when it can. */
function raisonDe(
  fichier: File | null,
  { data, isPending, error }: Lecture,
  partiel: boolean,
): string | null {
  const { raisons } = textesImportTableur
  if (!fichier) return raisons.fichier
  if (isPending) return raisons.lecture
  if (!data) return estReseau(error) ? raisons.reseau : raisons.illisible
  const comptes = comptesDe(data.lignes)
  if (comptes.ERREUR > 0 && !partiel) return raisons.erreurs(comptes.ERREUR)
  return ecrituresDe(comptes) === 0 ? raisons.rien : null
}

type PropsTravail = Pick<PropsImport, 'importer' | 'onEcrit' | 'partiel'>

function useImport({ importer, onEcrit, partiel = false }: PropsTravail) {
  const [fichier, setFichier] = useState<File | null>(null)
  const nouveauSignal = useSignal()
  const lecture = useActe(
    async (choisi: File) => {
      const signal = nouveauSignal()
      const fige = await copier(choisi)
      return { ...(await importer({ fichier: fige, apercu: 'true', signal })), fige }
    },
    // What each line would do shows.
    { reussite: null, refus: 'place' },
  )
  const ecriture = useActe(
    (fige: File) => importer({ fichier: fige, apercu: 'false', signal: nouveauSignal() }),
    { reussite: textesImportTableur.fait, dite: 'place', refus: 'place' },
    // Without an answer, all may have been written.
    { onSettled: onEcrit },
  )
  const choisir = (choisi: File | null) => {
    nouveauSignal()
    setFichier(choisi)
    lecture.reset()
    ecriture.reset()
    if (choisi) lecture.mutate(choisi)
  }
  const relire = () => choisir(fichier)
  return {
    fichier,
    choisir,
    relire,
    lecture,
    ecriture,
    raison: raisonDe(fichier, lecture, partiel),
  }
}

type PropsChoix = ReturnType<typeof useImport> &
  Pick<PropsImport, 'aide'> & { depot: PropsImport['fichier'] }

function Fait({ lignes, nom }: { lignes: Import['lignes']; nom: NomImporte }) {
  const { CREER, MODIFIER, ERREUR } = comptesDe(lignes)
  // The button that had the focus is gone: what came of it takes it.
  return (
    <>
      <Alerte gravite="success" titre={textesImportTableur.fait} ref={prendreLeFocus}>
        {textesImportTableur.bilan(CREER, MODIFIER, nom)}
      </Alerte>
      {ERREUR > 0 && <ImportApercu lignes={lignes} />}
    </>
  )
}

/** The file, then what it would do: before anything is written. */
function Choix({ aide, depot, fichier, choisir, relire, lecture, ecriture }: PropsChoix) {
  return (
    <>
      {ecriture.error && (
        <ImportEchec
          echec={ecriture.error}
          titre={
            estReseau(ecriture.error) ? textesImportTableur.sansReponse : textesImportTableur.echec
          }
          coupure={textesImportTableur.peutEtreEcrit}
          relire={textesImportTableur.relire}
          onRelire={relire}
        />
      )}
      <p className="ui-import-aide">{aide}</p>
      <ZoneDepot
        libelle={depot?.libelle ?? textesImportTableur.fichier}
        formats={depot?.formats ?? ['XLSX', 'CSV']}
        fichier={fichier}
        onChange={choisir}
        fige={ecriture.isPending}
      />
      <div role="status">{lecture.isPending && textesImportTableur.lecture}</div>
      {lecture.isPending && <Squelette lignes={4} />}
      {lecture.error && (
        <ImportEchec
          echec={lecture.error}
          titre={textesImportTableur.echecLecture}
          coupure={textesImportTableur.reseau}
          relire={textesImportTableur.reessayer}
          onRelire={relire}
        />
      )}
      {lecture.data && <ImportApercu key={lecture.submittedAt} lignes={lecture.data.lignes} />}
    </>
  )
}

/**
 * Imports a spreadsheet: a file, then what each line would do, then all the lines or none. The same
 * for all that is imported; the server alone judges the lines.
 */
export default function ImportTableur(props: PropsImport & { onFermer: () => void }) {
  const { titre, nom, aide, onFermer } = props
  const travail = useImport(props)
  const { lecture, ecriture, raison } = travail
  const [apercu, fait] = [lecture.data, ecriture.data]
  const n = apercu ? ecrituresDe(comptesDe(apercu.lignes)) : 0
  const envoyer = () => {
    if (apercu && !raison && !ecriture.isPending) ecriture.mutate(apercu.fige)
  }
  const actions = fait ? (
    <BoutonAction variant="contained" onClick={onFermer}>
      {textesImportTableur.fermer}
    </BoutonAction>
  ) : (
    <>
      {!ecriture.isPending && (
        <BoutonAction variant="text" onClick={onFermer}>
          {textesImportTableur.annuler}
        </BoutonAction>
      )}
      <span className="ui-import-envoi">
        <BoutonAction
          variant="contained"
          raison={raison}
          enCours={ecriture.isPending}
          onClick={envoyer}
        >
          {ecriture.isPending ? textesImportTableur.ecriture : textesImportTableur.importer(n, nom)}
        </BoutonAction>
      </span>
    </>
  )
  // What is being written cannot be called back.
  const fermer = ecriture.isPending ? undefined : onFermer
  return (
    <Dialogue ouvert titre={titre} largeur="lg" onFermer={fermer} actions={actions}>
      <div className="ui-import">
        {fait ? (
          <Fait lignes={fait.lignes} nom={nom} />
        ) : (
          <Choix {...travail} aide={aide} depot={props.fichier} />
        )}
      </div>
    </Dialogue>
  )
}
