import type { Import } from '@releve/contract/import.ts'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { EchecApi, type FichierTelecharge } from '../api/envoi.ts'
import { Alerte } from './Alerte.tsx'
import { BoutonAction } from './BoutonAction.tsx'
import { ChoixMultiple } from './ChoixMultiple.tsx'
import { Dialogue } from './Dialogue.tsx'
import { enregistrerFichier } from './enregistrerFichier.ts'
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
  type ApercuImport,
  compterEcrits,
  comptesDe,
  type Ecriture,
  EFFETS,
  ecrireTous,
  ecrituresDe,
  type LigneVue,
  laisseesDe,
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
  ATTENDRE: 'horloge',
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

/** What an import leaves. */
const LAISSES: readonly Effet[] = ['ERREUR', 'ATTENDRE']

/**
 * What an import would do, or has done (`faits`), line by line; those that are left alone, at first,
 * when there are any.
 */
function ImportApercu({ lignes, faits = false }: PropsApercu) {
  const comptes = comptesDe(lignes)
  const [choisis, setChoisis] = useState(() => LAISSES.filter((effet) => comptes[effet] > 0))
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
 * What is sent: the file, whether to say only what would happen, or to write only what is right.
 * `redemande`: it is read again with what was answered to the question.
 */
export type EnvoiImport = {
  fichier: File
  apercu: 'true' | 'false'
  seulementJustes: 'true' | 'false'
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
  /** All the lines or none, unless those that are right are asked for: gives back the others. */
  restes?: (fichier: File) => Promise<FichierTelecharge>
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
  { data, isPending, error }: Lecture<ApercuImport[]>,
  { partiel = false, restes, question }: Pick<PropsImport, 'partiel' | 'restes' | 'question'>,
): string | null {
  const { raisons } = textesImportTableur
  if (fichiers.length === 0) return raisons.fichier
  if (isPending) return raisons.lecture
  if (!data) return seRetente(error) ? raisons.reseau : raisons.illisible
  if (question?.attente) return question.attente
  const comptes = comptesDe(lignesDe(data))
  const ecrits = ecrituresDe(comptes)
  if (comptes.ERREUR > 0 && !partiel) return raisons.erreurs(comptes.ERREUR, restes ? ecrits : 0)
  if (ecrits > 0) return null
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

type PropsTravail = Pick<PropsImport, 'importer' | 'onEcrit' | 'partiel' | 'restes' | 'question'>

function useImport({ importer, onEcrit, partiel, restes, question }: PropsTravail) {
  const gardes = useRef(new WeakMap<File, ApercuImport>())
  const redemande = useRef(false)
  const { arret, demander, estDemande } = useArret()
  const envoyerDe = (envoi: Omit<EnvoiImport, 'fichier' | 'redemande'>) => (fichier: File) =>
    importer({ fichier, redemande: redemande.current, ...envoi })
  const travail = useLecture((choisis: File[], { signal, avancer }) => {
    const envoyer = envoyerDe({ apercu: 'true', seulementJustes: 'false', signal })
    return lireTous(choisis, envoyer, { gardes: gardes.current, avancer })
  })
  const { fichiers, lecture, avancerDe, nouveauSignal } = travail
  const ecriture = useActe(
    ({ lus, seulementJustes }: { lus: ApercuImport[] } & Pick<EnvoiImport, 'seulementJustes'>) => {
      // What was read is no longer so.
      gardes.current = new WeakMap()
      const suivi = { avancer: avancerDe(compterEcrits(lus)), arret: estDemande }
      const envoyer = envoyerDe({ apercu: 'false', seulementJustes, signal: nouveauSignal() })
      return ecrireTous(lus, envoyer, suivi)
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
  const raison = raisonDe(fichiers, lecture, { partiel, restes, question })
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

type PropsRestes = { nombre: number; fichier: File } & Required<Pick<PropsImport, 'restes'>>

/** Takes back the lines that are left, with their faults. */
function Restes({ nombre, fichier, restes }: PropsRestes) {
  const { mutate, isPending } = useActe(
    restes,
    // The file comes.
    { reussite: null, refus: 'toast' },
    { onSuccess: enregistrerFichier },
  )
  return (
    <BoutonAction
      multiligne
      size="small"
      icone="telecharger"
      enCours={isPending}
      onClick={() => mutate(fichier)}
    >
      {textesImportTableur.reprendre(nombre)}
    </BoutonAction>
  )
}

/** What an import leaves, when it gives it back, and how to take it; null: nothing to take. */
function restesDe(lus: readonly ApercuImport[], restes: PropsImport['restes']): PropsRestes | null {
  const [lu] = lus
  const nombre = laisseesDe(comptesDe(lignesDe(lus)))
  return restes && lu && nombre > 0 ? { nombre, fichier: lu.fige, restes } : null
}

type PropsFait = Pick<Travail, 'relire'> &
  Pick<PropsImport, 'restes'> & { ecriture: Ecriture; nom: NomImporte }

function Fait({ ecriture: { lus, arrete, restants }, nom, relire, restes }: PropsFait) {
  const lignes = lignesDe(lus)
  const { CREER, MODIFIER, ERREUR } = comptesDe(lignes)
  const laisses = restesDe(lus, restes)
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
        {laisses && ` ${textesImportTableur.laissees(laisses.nombre)}`}
      </Alerte>
      {laisses && (
        <div className="ui-import-restes">
          <Restes {...laisses} />
        </div>
      )}
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

type PropsChoix = Pick<PropsImport, 'aide' | 'plusieurs' | 'restes' | 'question'> & {
  travail: Travail
  depot: PropsImport['fichier']
}

const TABLEUR = { libelle: textesImportTableur.fichier, formats: ['XLSX', 'CSV'] } as const

/** The files, then what they would do: before anything is written. */
function Choix({ travail, aide, plusieurs, restes, question, depot = TABLEUR }: PropsChoix) {
  const { relire, redemander, lecture, ecriture } = travail
  const lignes = useMemo(() => lecture.data && lignesDe(lecture.data), [lecture.data])
  // Taken back sooner, it would be without what it depends on, which is not written yet.
  const seuls = lignes && ecrituresDe(comptesDe(lignes)) === 0
  const laisses = seuls ? restesDe(lecture.data ?? [], restes) : null
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
      {laisses && (
        <div className="ui-import-restes">
          <p className="ui-import-phrase">{textesImportTableur.restent}</p>
          <Restes {...laisses} />
        </div>
      )}
      {lignes && lignes.length > 0 && <ImportApercu key={lecture.submittedAt} lignes={lignes} />}
    </>
  )
}

type PropsActes = Travail &
  Pick<PropsImport, 'partiel' | 'restes'> & { nom: NomImporte; onFermer: () => void }

/** What may be written: all of it, or only what is right when that is asked for. */
function Envois({ lecture, ecriture, raison, nom, partiel, restes }: PropsActes) {
  const t = textesImportTableur
  const lus = lecture.data
  const comptes = comptesDe(lus ? lignesDe(lus) : [])
  const n = ecrituresDe(comptes)
  const bloque = comptes.ERREUR > 0 && !partiel
  const envoyer = (seulementJustes: EnvoiImport['seulementJustes']) => () => {
    if (lus && !ecriture.isPending) ecriture.mutate({ lus, seulementJustes })
  }
  return (
    <>
      {restes && bloque && n > 0 && !ecriture.isPending && (
        <BoutonAction multiligne onClick={envoyer('true')}>
          {t.importerJustes(n)}
        </BoutonAction>
      )}
      <span className="ui-import-envoi">
        <BoutonAction
          variant="contained"
          raison={ecriture.isPending ? null : raison}
          enCours={ecriture.isPending}
          onClick={envoyer('false')}
        >
          {ecriture.isPending ? t.ecriture : t.importer(bloque ? 0 : n, nom)}
        </BoutonAction>
      </span>
    </>
  )
}

function Actes(props: PropsActes) {
  const { lecture, ecriture, arret, arreter, onFermer } = props
  const t = textesImportTableur
  if (ecriture.data)
    return (
      <BoutonAction variant="contained" onClick={onFermer}>
        {t.fermer}
      </BoutonAction>
    )
  const suivis = ecriture.isPending && lecture.data && compterEcrits(lecture.data) > 1
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
      <Envois {...props} />
    </>
  )
}

/**
 * Imports spreadsheets: a file, or several, then what each line would do, then all the lines or
 * none (`partiel`: each by itself; `restes`: or those that are right, then the others are given
 * back). The same for all imports; the server alone judges the lines.
 */
export default function ImportTableur(props: PropsImport & { onFermer: () => void }) {
  const { titre, nom, aide, plusieurs, partiel, restes, question, onFermer } = props
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
      actions={<Actes {...travail} {...{ nom, partiel, restes, onFermer }} />}
    >
      <div className="ui-import">
        {ecriture.data ? (
          <Fait ecriture={ecriture.data} {...{ nom, relire, restes }} />
        ) : (
          <Choix {...{ travail, aide, plusieurs, restes, question }} depot={props.fichier} />
        )}
      </div>
    </Dialogue>
  )
}
