import type { Import } from '@releve/contract/import.ts'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { EchecApi } from '../api/envoi.ts'
import { Alerte } from './Alerte.tsx'
import { BoutonAction } from './BoutonAction.tsx'
import { ChoixMultiple } from './ChoixMultiple.tsx'
import { Dialogue } from './Dialogue.tsx'
import { prendreLeFocus } from './focus.ts'
import { formatNombre } from './format.ts'
import { Icone, type NomIcone } from './Icone.tsx'
import {
  ImportEchec,
  ImportLecture,
  type Lecture,
  seRetente,
  useLecture,
} from './ImportLecture.tsx'
import { type Effet, type NomImporte, textesImportTableur } from './importTableur.textes.ts'
import {
  compterEcrits,
  comptesDe,
  type Ecriture,
  EFFETS,
  ecrireTous,
  ecrituresDe,
  type LigneVue,
  type Lu,
  lignesDe,
  lireTous,
} from './importTableur.ts'
import { Pagination } from './Pagination.tsx'
import { type Colonne, Tableau } from './Tableau.tsx'
import { useActe } from './useActe.ts'
import type { FormatDepot } from './zoneDepot.rules.ts'
import './ImportTableur.css'

const TAILLE = 50

const ICONES: Record<Effet, NomIcone> = {
  CREER: 'plus',
  MODIFIER: 'crayon',
  INCHANGE: 'coche',
  ERREUR: 'erreur',
}

function Effet({ effet, faits }: { effet: Effet; faits: boolean }) {
  return (
    <span className={`ui-import-effet ui-import-${effet}`}>
      <Icone nom={ICONES[effet]} taille={16} />
      {textesImportTableur.effet(effet, faits)}
    </span>
  )
}

function Details({ details }: Pick<LigneVue, 'details'>) {
  if (details.length === 0) return null
  return (
    <ul className="ui-import-fautes">
      {details.map(({ chemin, libelle }) => (
        <li key={`${chemin} ${libelle}`}>{libelle}</li>
      ))}
    </ul>
  )
}

const { colonnes: titres } = textesImportTableur
const CLE: Colonne<LigneVue> = {
  cle: 'cle',
  titre: titres.cle,
  // A file that could not be read has no line of its own; its name stands beside.
  rendu: ({ cle, libelle, ligne }) => (
    <>
      {libelle || cle || (ligne > 0 ? '—' : textesImportTableur.fichierEntier)}
      {libelle && cle && <span className="ui-import-cle">{cle}</span>}
    </>
  ),
}
const LIGNE: Colonne<LigneVue> = {
  cle: 'ligne',
  titre: titres.ligne,
  nombre: true,
  rendu: ({ ligne }) => formatNombre(ligne),
}
const FICHIER: Colonne<LigneVue> = {
  cle: 'fichier',
  titre: titres.fichier,
  coupure: 'libre',
  rendu: ({ fichier, ligne }) => (
    <>
      <bdi>{fichier}</bdi>
      {ligne > 0 && (
        <span className="ui-import-cle">{textesImportTableur.ligneDe(formatNombre(ligne))}</span>
      )}
    </>
  ),
}
const suiteDe = (faits: boolean): Colonne<LigneVue>[] => [
  { cle: 'effet', titre: titres.effet, rendu: ({ effet }) => <Effet {...{ effet, faits }} /> },
  { cle: 'details', titre: titres.details, rendu: ({ details }) => <Details details={details} /> },
]

/** Where each stands: its line; its file, of several; nothing where the file is one thing. */
function colonnesDe(lignes: readonly LigneVue[], faits: boolean): Colonne<LigneVue>[] {
  const suite = suiteDe(faits)
  if (lignes.some(({ rang }) => rang > 0)) return [CLE, FICHIER, ...suite]
  return lignes.some(({ ligne }) => ligne > 0) ? [CLE, LIGNE, ...suite] : [CLE, ...suite]
}

type PropsApercu = { lignes: readonly LigneVue[]; faits?: boolean }

/**
 * What an import would do, or has done (`faits`), line by line; the lines in error alone, at first,
 * when there are any.
 */
function ImportApercu({ lignes, faits = false }: PropsApercu) {
  const comptes = comptesDe(lignes)
  const [choisis, setChoisis] = useState<Effet[]>(comptes.ERREUR > 0 ? ['ERREUR'] : [])
  const [page, setPage] = useState(1)
  const options = EFFETS.filter((effet) => comptes[effet] > 0).map((effet) => ({
    code: effet,
    libelle: textesImportTableur.effetCompte(effet, faits, formatNombre(comptes[effet])),
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
        legende={textesImportTableur.apercu(faits)}
        className="ui-import-tableau"
        colonnes={colonnesDe(lignes, faits)}
        lignes={montrees.slice((page - 1) * TAILLE, page * TAILLE)}
        cleDe={({ rang, ligne }) => `${rang} ${ligne}`}
      />
      <Pagination page={page} taille={TAILLE} total={montrees.length} onPage={setPage} />
    </div>
  )
}

/** A call of which no answer came. */
const estReseau = (echec: unknown) => echec instanceof EchecApi && echec.estReseau
/**
 * What is sent: the file, and whether to say only what would happen. `redemande`: it is read again
 * with what was answered to the question.
 */
export type EnvoiImport = {
  fichier: File
  apercu: 'true' | 'false'
  redemande: boolean
  signal: AbortSignal
}

/** What is asked between the file and its lines. */
export type QuestionImport = {
  /** Why no line is judged before it is answered; null: nothing is asked, or it is answered. */
  attente: string | null
  /** The question; `relire` reads the file again, with the answer. */
  rendu: (relire: () => void) => ReactNode
}

export type PropsImport = {
  titre: string
  nom: NomImporte
  /** Which columns, and where to find an example. */
  aide: string
  /** What is imported, when it is no spreadsheet. */
  fichier?: { libelle: string; formats: readonly FormatDepot[] }
  /** Each line is written by itself: those in error are left, and keep no other. */
  partiel?: boolean
  /** Several files at once, each written by itself. */
  plusieurs?: boolean
  question?: QuestionImport
  importer: (envoi: EnvoiImport) => Promise<Import>
  /** All the lines were written. */
  onEcrit: () => void
}

/** Why the import cannot be asked for now; null when it can. */
function raisonDe(
  fichiers: readonly File[],
  { data, isPending, error }: Lecture<Lu[]>,
  { partiel = false, question }: Pick<PropsImport, 'partiel' | 'question'>,
): string | null {
  const { raisons } = textesImportTableur
  if (fichiers.length === 0) return raisons.fichier
  if (isPending) return raisons.lecture
  if (!data) return seRetente(error) ? raisons.reseau : raisons.illisible
  if (question?.attente) return question.attente
  const comptes = comptesDe(lignesDe(data))
  if (comptes.ERREUR > 0 && !partiel) return raisons.erreurs(comptes.ERREUR)
  if (ecrituresDe(comptes) > 0) return null
  return comptes.ERREUR > 0 ? raisons.refusees : raisons.rien
}

/** Whether it is asked to stop before the next file. */
function useArret() {
  const [arret, setArret] = useState(false)
  const demande = useRef(false)
  const demander = (oui: boolean) => {
    demande.current = oui
    setArret(oui)
  }
  return { arret, demander, estDemande: () => demande.current }
}

type PropsTravail = Pick<PropsImport, 'importer' | 'onEcrit' | 'partiel' | 'question'>

function useImport({ importer, onEcrit, partiel, question }: PropsTravail) {
  const gardes = useRef(new WeakMap<File, Lu>())
  const redemande = useRef(false)
  const { arret, demander, estDemande } = useArret()
  const envoyerDe = (apercu: EnvoiImport['apercu'], signal: AbortSignal) => (fichier: File) =>
    importer({ fichier, apercu, redemande: redemande.current, signal })
  const travail = useLecture((choisis: File[], { signal, avancer }) =>
    lireTous(choisis, envoyerDe('true', signal), { gardes: gardes.current, avancer }),
  )
  const { fichiers, lecture, avancerDe, nouveauSignal } = travail
  const ecriture = useActe(
    (lus: Lu[]) => {
      // What was read is no longer so.
      gardes.current = new WeakMap()
      const suivi = { avancer: avancerDe(compterEcrits(lus)), arret: estDemande }
      return ecrireTous(lus, envoyerDe('false', nouveauSignal()), suivi)
    },
    // Stopped, it is no success: the page says what it is.
    {
      reussite: ({ arrete }) => (arrete ? null : textesImportTableur.fait),
      dite: 'place',
      refus: 'place',
    },
    // Without an answer, all may have been written.
    { onSettled: onEcrit },
  )
  const raison = raisonDe(fichiers, lecture, {
    ...(partiel && { partiel }),
    ...(question && { question }),
  })
  const recommencer = () => {
    demander(false)
    ecriture.reset()
  }
  const lireDe = (repondu: boolean) => (choisis: File[]) => {
    redemande.current = repondu
    recommencer()
    travail.choisir(choisis)
  }
  const choisir = lireDe(false)
  const relire = () => {
    recommencer()
    travail.relire()
  }
  /** The same files, asked about otherwise: the focus stays where it is. */
  const redemander = () => {
    gardes.current = new WeakMap()
    lireDe(true)(fichiers)
  }
  const arreter = () => demander(true)
  return { ...travail, choisir, relire, redemander, ecriture, arret, arreter, raison }
}

type Travail = ReturnType<typeof useImport>

type PropsFait = Pick<Travail, 'relire'> & { ecriture: Ecriture; nom: NomImporte }

function Fait({ ecriture: { lus, arrete, restants }, nom, relire }: PropsFait) {
  const lignes = lignesDe(lus)
  const { CREER, MODIFIER, ERREUR } = comptesDe(lignes)
  // The button that had the focus is gone: what came of it takes it.
  return (
    <>
      <Alerte
        gravite={arrete ? 'warning' : 'success'}
        titre={arrete ? textesImportTableur.arrete : textesImportTableur.fait}
        ref={prendreLeFocus}
        action={
          arrete && (
            <BoutonAction size="small" icone="reessayer" onClick={relire}>
              {textesImportTableur.relireTous}
            </BoutonAction>
          )
        }
      >
        {CREER + MODIFIER > 0 || !arrete ? textesImportTableur.bilan(CREER, MODIFIER, nom) : null}
        {arrete && ` ${textesImportTableur.bilanArret(restants)}`}
      </Alerte>
      {ERREUR > 0 && <ImportApercu lignes={lignes} faits />}
    </>
  )
}

/** How far the writing is, of several files. */
function direEcriture({ ecriture, avance, arret }: Travail): string | null {
  if (!ecriture.isPending || !avance) return null
  const { ecritureDe, arretDemande } = textesImportTableur
  const dit = ecritureDe(avance.rang, avance.total)
  return arret ? `${dit} ${arretDemande}` : dit
}

/** What came of the reading, in a sentence. */
function direLus(lignes: readonly LigneVue[]): string {
  const comptes = comptesDe(lignes)
  const { lus, compte } = textesImportTableur
  const dits = EFFETS.filter((effet) => comptes[effet] > 0)
  return lus(dits.map((effet) => compte(formatNombre(comptes[effet]), effet)))
}

type PropsChoix = Pick<PropsImport, 'aide' | 'plusieurs' | 'question'> & {
  travail: Travail
  depot: PropsImport['fichier']
}

const TABLEUR = { libelle: textesImportTableur.fichier, formats: ['XLSX', 'CSV'] } as const

/** The files, then what they would do: before anything is written. */
function Choix({ travail, aide, plusieurs, question, depot = TABLEUR }: PropsChoix) {
  const { relire, redemander, lecture, ecriture } = travail
  const lignes = useMemo(() => lecture.data && lignesDe(lecture.data), [lecture.data])
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
      <ImportLecture
        {...{ travail, aide, depot, plusieurs }}
        fige={ecriture.isPending}
        suite={direEcriture(travail)}
        bilan={lignes ? (question?.attente ?? direLus(lignes)) : null}
      />
      {travail.fichiers.length > 0 && question?.rendu(redemander)}
      {lignes && lignes.length > 0 && <ImportApercu key={lecture.submittedAt} lignes={lignes} />}
    </>
  )
}

type PropsActes = Travail & { nom: NomImporte; onFermer: () => void }

function Actes({ lecture, ecriture, raison, arret, arreter, nom, onFermer }: PropsActes) {
  const t = textesImportTableur
  if (ecriture.data)
    return (
      <BoutonAction variant="contained" onClick={onFermer}>
        {t.fermer}
      </BoutonAction>
    )
  const lus = lecture.data
  const n = lus ? ecrituresDe(comptesDe(lignesDe(lus))) : 0
  const suivis = ecriture.isPending && lus !== undefined && compterEcrits(lus) > 1
  const envoyer = () => {
    if (lus && !raison && !ecriture.isPending) ecriture.mutate(lus)
  }
  return (
    <>
      {suivis && (
        <BoutonAction variant="text" enCours={arret} onClick={arreter}>
          {t.arreter}
        </BoutonAction>
      )}
      {!ecriture.isPending && (
        <BoutonAction variant="text" onClick={onFermer}>
          {t.annuler}
        </BoutonAction>
      )}
      <span className="ui-import-envoi">
        <BoutonAction
          variant="contained"
          raison={raison}
          enCours={ecriture.isPending}
          onClick={envoyer}
        >
          {ecriture.isPending ? t.ecriture : t.importer(n, nom)}
        </BoutonAction>
      </span>
    </>
  )
}

/**
 * Imports spreadsheets: a file, or several, then what each line would do, then all the lines or
 * none (`partiel`: each by itself). The same for all imports; the server alone judges the lines.
 */
export default function ImportTableur(props: PropsImport & { onFermer: () => void }) {
  const { titre, nom, aide, plusieurs, question, onFermer } = props
  const travail = useImport(props)
  const { ecriture, relire } = travail
  // What is being written cannot be called back.
  const fermer = ecriture.isPending ? undefined : onFermer
  return (
    <Dialogue
      ouvert
      titre={titre}
      largeur="lg"
      onFermer={fermer}
      actions={<Actes {...travail} nom={nom} onFermer={onFermer} />}
    >
      <div className="ui-import">
        {ecriture.data ? (
          <Fait ecriture={ecriture.data} nom={nom} relire={relire} />
        ) : (
          <Choix
            {...{ travail, aide, plusieurs }}
            {...(question && { question })}
            depot={props.fichier}
          />
        )}
      </div>
    </Dialogue>
  )
}
