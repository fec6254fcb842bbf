import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { useQueries } from '@tanstack/react-query'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { EchecChargement } from '../../ui/Chargement.tsx'
import { EtatVide } from '../../ui/EtatVide.tsx'
import { formatPart } from '../../ui/format.ts'
import { Icone } from '../../ui/Icone.tsx'
import { Squelette } from '../../ui/Squelette.tsx'
import { EtatBadge } from '../EtatBadge.tsx'
import {
  listeFormulaires,
  listeFormulairesStructures,
  useListeFormulairesStructures,
} from '../formulaire.queries.ts'
import { ActionLigne } from '../listes/ActionLigne.tsx'
import { Signal } from '../listes/colonnes.tsx'
import { cleResume, periodesOuvertes } from '../suivi.ts'
import { textes } from './accueil.textes.ts'
import { type Tache, type Taches, tachesDe } from './aFaire.ts'
import { Bloc, LigneTableau, Liste } from './Bloc.tsx'

const t = textes.structure

function Quand({ resume, echeance, joursRetard }: Tache) {
  if (resume.etat === 'RENVOYE') {
    return (
      <Signal ton="warning">
        <Icone nom="retour" taille={16} />
        {t.corriger}
      </Signal>
    )
  }
  if (joursRetard > 0) {
    return (
      <>
        <Signal ton="error">
          <Icone nom="horloge" taille={16} />
          {t.retard(joursRetard)}
        </Signal>
        <span className="second">{t.echeance(echeance)}</span>
      </>
    )
  }
  return resume.soumisLe ? t.transmisLe(resume.soumisLe) : t.echeance(echeance)
}

function LigneTache(tache: Tache) {
  const { resume } = tache
  const { modele, structure, etat, remplissage } = resume
  return (
    <LigneTableau>
      <div className="sujet">
        <strong>
          {modele.code} – {libellePeriode(resume)}
        </strong>
        <span className="second">
          {structure.libelle}
          {etat === 'BROUILLON' && `, ${t.rempli(formatPart(remplissage))}`}
        </span>
      </div>
      <span>
        <Quand {...tache} />
      </span>
      <span>
        <EtatBadge etat={etat} />
      </span>
      <ActionLigne resume={resume} principal />
    </LigneTableau>
  )
}

function BlocTaches({ titre, taches }: { titre: string; taches: Tache[] }) {
  if (taches.length === 0) return null
  return (
    <Bloc titre={titre} nombre={taches.length}>
      <Liste>
        {taches.map((tache) => (
          <LigneTache key={cleResume(tache.resume)} {...tache} />
        ))}
      </Liste>
    </Bloc>
  )
}

/** The forms of the open months, and those sent back whatever their month. */
function useResumes(codes: string[]) {
  const { rang } = useCalendrier()
  const mois = useQueries({
    queries: periodesOuvertes(rang).map((periode) => listeFormulaires({ ...periode, taille: 200 })),
  })
  const renvoyes = useListeFormulairesStructures(renvoyesDe(codes))
  const requetes = [...mois, renvoyes]
  const siens = (resume: Resume) => codes.includes(resume.structure.code)
  return {
    resumes: requetes.flatMap(({ data }) => data?.elements ?? []).filter(siens),
    attente: requetes.some(({ isPending }) => isPending),
    echec: requetes.find(({ error }) => error)?.error,
    relire: () => requetes.forEach(({ error, refetch }) => void (error && refetch())),
  }
}

function renvoyesDe(structures: string[]): Parameters<typeof listeFormulairesStructures>[0] {
  return { etats: ['RENVOYE'], structures, page: 1, taille: 200 }
}

function Contenu({ taches }: { taches: Taches }) {
  const { aCorriger, enRetard, aFaire, transmis } = taches
  const rien = aCorriger.length + enRetard.length + aFaire.length === 0
  return (
    <>
      {rien && (
        <div style={{ marginBottom: 32 }}>
          <EtatVide icone="coche">{t.rien}</EtatVide>
        </div>
      )}
      <BlocTaches titre={t.aCorriger} taches={aCorriger} />
      <BlocTaches titre={t.enRetard} taches={enRetard} />
      <BlocTaches titre={t.aFaire} taches={aFaire} />
      <BlocTaches titre={t.transmis} taches={transmis} />
    </>
  )
}

/** What a structure has to do now. `codes`: its own structures. */
export function AccueilStructure({ codes }: { codes: string[] }) {
  const { calendrier, jour } = useCalendrier()
  const { resumes, attente, echec, relire } = useResumes(codes)
  if (attente) return <Squelette lignes={6} />
  return (
    <>
      {echec && <EchecChargement echec={echec} onReessayer={relire} />}
      {(!echec || resumes.length > 0) && <Contenu taches={tachesDe(resumes, calendrier, jour)} />}
    </>
  )
}
