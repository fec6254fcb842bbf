import type { Import } from '@releve/contract/import.ts'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useActe } from '../app/useActe.ts'
import { Alerte } from './Alerte.tsx'
import { BoutonAction } from './BoutonAction.tsx'
import { Dialogue } from './Dialogue.tsx'
import { prendreLeFocus } from './focus.ts'
import { ImportApercu } from './ImportApercu.tsx'
import { estReseau, ImportEchec } from './ImportEchec.tsx'
import { type NomImporte, textes } from './importTableur.textes.ts'
import { comptesDe, ecrituresDe } from './importTableur.ts'
import { Squelette } from './Squelette.tsx'
import { ZoneDepot } from './ZoneDepot.tsx'
import './ImportTableur.css'

/** What is sent: the file, and whether to say only what would happen. */
export type EnvoiImport = { fichier: File; apercu: 'true' | 'false'; signal: AbortSignal }

type Props = {
  titre: string
  nom: NomImporte
  /** Which columns, and where to find an example. */
  aide: ReactNode
  importer: (envoi: EnvoiImport) => Promise<Import>
  /** All the lines were written. */
  onEcrit: () => void
  onFermer: () => void
}

/** What the file would do, and the file as it was then: it may change on the disk meanwhile. */
type Lu = Import & { fige: File }
type Lecture = UseMutationResult<Lu, unknown, File>

const copier = async (fichier: File) =>
  new File([await fichier.arrayBuffer()], fichier.name, { type: fichier.type })

/** Aborted when another file is chosen, or when the dialog goes. */
function useSignal() {
  const ref = useRef<AbortController | null>(null)
  useEffect(() => () => ref.current?.abort(), [])
  return () => {
    ref.current?.abort()
    ref.current = new AbortController()
    return ref.current.signal
  }
}

/** Why the import cannot be asked for now; null when it can. */
function raisonDe(fichier: File | null, { data, isPending, error }: Lecture): string | null {
  const t = textes.raisons
  if (!fichier) return t.fichier
  if (isPending) return t.lecture
  if (!data) return estReseau(error) ? t.reseau : t.illisible
  const comptes = comptesDe(data.lignes)
  if (comptes.ERREUR > 0) return t.erreurs(comptes.ERREUR)
  return ecrituresDe(comptes) === 0 ? t.rien : null
}

function useImport({ importer, onEcrit }: Pick<Props, 'importer' | 'onEcrit'>) {
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
    { reussite: textes.fait, dite: 'place', refus: 'place' },
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
  return { fichier, choisir, relire, lecture, ecriture, raison: raisonDe(fichier, lecture) }
}

type PropsChoix = ReturnType<typeof useImport> & Pick<Props, 'aide'>

/** One function for all, so that it runs once. */

function Fait({ lignes, nom }: { lignes: Import['lignes']; nom: NomImporte }) {
  const { CREER, MODIFIER } = comptesDe(lignes)
  // The button that had the focus is gone: what came of it takes it.
  return (
    <Alerte gravite="success" titre={textes.fait} ref={prendreLeFocus}>
      {textes.bilan(CREER, MODIFIER, nom)}
    </Alerte>
  )
}

/** The file, then what it would do: before anything is written. */
function Choix({ aide, fichier, choisir, relire, lecture, ecriture }: PropsChoix) {
  return (
    <>
      {ecriture.error && (
        <ImportEchec
          echec={ecriture.error}
          titre={estReseau(ecriture.error) ? textes.sansReponse : textes.echec}
          coupure={textes.peutEtreEcrit}
          relire={textes.relire}
          onRelire={relire}
        />
      )}
      <div className="ui-import-aide">{aide}</div>
      <ZoneDepot
        libelle={textes.fichier}
        formats={['XLSX', 'CSV']}
        fichier={fichier}
        onChange={choisir}
        fige={ecriture.isPending}
      />
      <div role="status">{lecture.isPending && textes.lecture}</div>
      {lecture.isPending && <Squelette lignes={4} />}
      {lecture.error && (
        <ImportEchec
          echec={lecture.error}
          titre={textes.echecLecture}
          coupure={textes.reseau}
          relire={textes.reessayer}
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
export function ImportTableur(props: Props) {
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
      {textes.fermer}
    </BoutonAction>
  ) : (
    <>
      {!ecriture.isPending && (
        <BoutonAction variant="text" onClick={onFermer}>
          {textes.annuler}
        </BoutonAction>
      )}
      <span className="ui-import-envoi">
        <BoutonAction
          variant="contained"
          raison={raison}
          enCours={ecriture.isPending}
          onClick={envoyer}
        >
          {ecriture.isPending ? textes.ecriture : textes.importer(n, nom)}
        </BoutonAction>
      </span>
    </>
  )
  // What is being written cannot be called back.
  const fermer = ecriture.isPending ? undefined : onFermer
  return (
    <Dialogue ouvert titre={titre} largeur="lg" onFermer={fermer} actions={actions}>
      <div className="ui-import">
        {fait ? <Fait lignes={fait.lignes} nom={nom} /> : <Choix {...travail} aide={aide} />}
      </div>
    </Dialogue>
  )
}
