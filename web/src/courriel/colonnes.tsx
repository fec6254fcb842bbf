import {
  type CourrielEnvoi,
  type EtatCourriel,
  LIBELLES_ETATS_COURRIEL,
} from '@releve/contract/courriel/courriel.schema.ts'
import { formatInstantCourt } from '../ui/format.ts'
import { Instant, Second } from '../ui/Ligne.tsx'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { ActesCourriel } from './ActesCourriel.tsx'
import { textes } from './courriel.textes.ts'

const t = textes.colonnes
const ASPECTS: Record<EtatCourriel, Aspect> = {
  EN_ATTENTE: ['horloge', 'info'],
  REPORTE: ['reessayer', 'attention'],
  ENVOYE: ['coche', 'succes'],
  ABANDONNE: ['erreur', 'erreur'],
  SANS_OBJET: ['interdit', 'neutre'],
}

function EtatEnvoi({ etat }: { etat: EtatCourriel }) {
  return <Pastille aspect={ASPECTS[etat]}>{LIBELLES_ETATS_COURRIEL[etat]}</Pastille>
}

function quandDe(courriel: CourrielEnvoi): string {
  const { etat, envoyeLe, abandonneLe, sansObjetLe, prochainEssai, essais } = courriel
  if (envoyeLe) return textes.parti(formatInstantCourt(envoyeLe))
  if (sansObjetLe) return textes.sansObjet(formatInstantCourt(sansObjetLe))
  if (abandonneLe) return textes.abandonne(formatInstantCourt(abandonneLe))
  if (etat === 'EN_ATTENTE' || essais === 0 || !prochainEssai) return textes.attend
  return textes.prochain(formatInstantCourt(prochainEssai))
}

function Suite(courriel: CourrielEnvoi) {
  const { essais, erreur, etat } = courriel
  return (
    <>
      {quandDe(courriel)}
      {essais > 1 && <Second>{textes.essais(essais)}</Second>}
      {erreur && etat !== 'ENVOYE' && <code className="crl-erreur">{erreur}</code>}
    </>
  )
}

export const COLONNES: Colonne<CourrielEnvoi>[] = [
  { cle: 'sujet', titre: t.objet, rendu: ({ objet }) => objet ?? textes.rien },
  {
    cle: 'destinataire',
    titre: t.destinataire,
    rendu: ({ destinataire }) =>
      destinataire ? (
        <>
          {destinataire.nom}
          <Second>{destinataire.email}</Second>
        </>
      ) : (
        <Second>{textes.sansDestinataire}</Second>
      ),
  },
  { cle: 'envoi', titre: t.etat, rendu: ({ etat }) => <EtatEnvoi etat={etat} /> },
  { cle: 'demande', titre: t.demande, rendu: ({ demandeLe }) => <Instant le={demandeLe} /> },
  { cle: 'suite', titre: t.suite, rendu: (courriel) => <Suite {...courriel} /> },
  {
    cle: 'action',
    titre: t.actes,
    muet: true,
    rendu: (courriel) => <ActesCourriel courriel={courriel} />,
  },
]
