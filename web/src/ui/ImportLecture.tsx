import type { UseMutationResult } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { EchecApi, messageDe } from '../api/envoi.ts'
import { Alerte } from './Alerte.tsx'
import { BoutonAction } from './BoutonAction.tsx'
import { prendreLeFocus } from './focus.ts'
import { textesImportTableur } from './importTableur.textes.ts'
import { estDuFichier } from './importTableur.ts'
import { Jauge } from './Jauge.tsx'
import { Squelette } from './Squelette.tsx'
import { useActe } from './useActe.ts'
import { useSignal } from './useSignal.ts'
import { ZoneDepot, ZonePlusieurs } from './ZoneDepot.tsx'
import type { FormatDepot } from './zoneDepot.rules.ts'
import './ImportTableur.css'

/** Another try may pass: nothing was said against the file, or code could not be read. */
export const seRetente = (echec: unknown) =>
  echec instanceof EchecApi ? !estDuFichier(echec) : echec instanceof TypeError

type PropsEchec = {
  echec: unknown
  titre: string
  /** Of a call without an answer: what to know of it; and what reads the file again. */
  coupure: string
  relire: string
  onRelire: () => void
  /** It comes where the focus would be lost: it takes it, and is so read. */
  prend?: boolean
}

/** Why a file was not read, or not written. */
export function ImportEchec({ echec, titre, coupure, relire, onRelire, prend }: PropsEchec) {
  const details = echec instanceof EchecApi ? echec.details : []
  const disparu = echec instanceof DOMException
  return (
    <Alerte
      gravite="error"
      {...(prend ? { ref: prendreLeFocus } : { role: 'alert' })}
      titre={titre}
      action={
        seRetente(echec) && (
          <BoutonAction size="small" icone="reessayer" onClick={onRelire}>
            {relire}
          </BoutonAction>
        )
      }
    >
      <p className="ui-import-phrase">
        {disparu ? textesImportTableur.disparu : messageDe(echec, coupure)}
      </p>
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

/** How far it is, of several files. */
type Avance = { rang: number; total: number }

/** What a reading is given: the signal that abandons it, and where to say how far it is. */
type Suivi = { signal: AbortSignal; avancer: (rang: number) => void }

/**
 * What says how far it is, then what came of it; it takes the focus when files are read again, from
 * a button that goes with what it stood in: it is read once, as it changes.
 */
function useEtat() {
  const etat = useRef<HTMLElement>(null)
  const attendu = useRef(false)
  const placer = useCallback((element: HTMLElement | null) => {
    etat.current = element
    if (!element || !attendu.current) return
    attendu.current = false
    element.focus()
  }, [])
  const viser = () => {
    attendu.current = etat.current === null
    etat.current?.focus()
  }
  return { placer, viser }
}

/** Files that are chosen, then read at once: the same for all imports. */
export function useLecture<L>(lire: (fichiers: File[], suivi: Suivi) => Promise<L>) {
  const [fichiers, setFichiers] = useState<File[]>([])
  const [avance, setAvance] = useState<Avance | null>(null)
  const { placer, viser } = useEtat()
  const nouveauSignal = useSignal()
  const avancerDe = (total: number) => (rang: number) =>
    setAvance(total > 1 ? { rang, total } : null)
  const lecture = useActe(
    (choisis: File[]) =>
      lire(choisis, { signal: nouveauSignal(), avancer: avancerDe(choisis.length) }),
    // What was read shows.
    { reussite: null, refus: 'place' },
  )
  const [relue, setRelue] = useState(false)
  const lancer = (choisis: File[], encore: boolean) => {
    setRelue(encore)
    nouveauSignal()
    setAvance(null)
    setFichiers(choisis)
    lecture.reset()
    if (choisis.length > 0) lecture.mutate(choisis)
  }
  const choisir = (choisis: File[]) => lancer(choisis, false)
  const relire = () => {
    viser()
    lancer(fichiers, true)
  }
  return { fichiers, choisir, relire, relue, lecture, avance, avancerDe, nouveauSignal, placer }
}

export type Lecture<L> = UseMutationResult<L, Error, File[]>

type PropsLecture<L> = {
  travail: Pick<
    ReturnType<typeof useLecture<L>>,
    'fichiers' | 'choisir' | 'relire' | 'relue' | 'avance' | 'placer'
  > & { lecture: Lecture<L> }
  /** What is to be chosen. */
  aide: string
  depot: { libelle: string; formats: readonly FormatDepot[] }
  plusieurs?: boolean | undefined
  /** What was read is being written: it can no longer be changed. */
  fige?: boolean
  /** What is being done beyond reading; null: nothing. */
  suite?: string | null
  /** What came of it, once read. */
  bilan: string | null
}

/** Where the files are chosen: one, or several. */
function Depot<L>({ travail, depot, plusieurs, fige = false }: PropsLecture<L>) {
  const { fichiers, choisir } = travail
  const commun = { ...depot, fige }
  if (plusieurs) return <ZonePlusieurs {...commun} fichiers={fichiers} onChange={choisir} />
  const onChange = (fichier: File | null) => choisir(fichier ? [fichier] : [])
  return <ZoneDepot {...commun} fichier={fichiers[0] ?? null} onChange={onChange} />
}

/** What is being done, and how far it is; then what came of it. */
function Etat<L>({ travail, suite = null, bilan }: PropsLecture<L>) {
  const { lecture, avance, placer } = travail
  const { lecture: lit, lectureDe } = textesImportTableur
  const enCours = lecture.isPending ? (avance ? lectureDe(avance.rang, avance.total) : lit) : suite
  return (
    <div role="status" ref={placer} tabIndex={-1} className="ui-import-etat">
      {enCours ?? bilan}
      {enCours && avance && <Jauge part={(avance.rang - 1) / avance.total} large />}
    </div>
  )
}

/** The files to choose, how far their reading is, and why they were not read. */
export function ImportLecture<L>(props: PropsLecture<L>) {
  const { aide, travail } = props
  const { lecture, relire, relue } = travail
  return (
    <>
      <p className="ui-import-aide">{aide}</p>
      <Depot {...props} />
      <Etat {...props} />
      {lecture.isPending && <Squelette lignes={4} />}
      {lecture.error && (
        <ImportEchec
          echec={lecture.error}
          titre={textesImportTableur.echecLecture}
          coupure={textesImportTableur.reseau}
          relire={textesImportTableur.reessayer}
          onRelire={relire}
          prend={relue}
        />
      )}
    </>
  )
}
