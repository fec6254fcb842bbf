import type { Securite, securiteApi } from '@releve/contract/compte/securite.api.ts'
import { estLimite } from '@releve/contract/compte/securite.rules.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { nombreDe } from '../ui/nombre.ts'
import { FormeReglages } from './FormeReglages.tsx'
import { useSecurite } from './parametre.queries.ts'
import { textes } from './parametre.textes.ts'
import { useForme } from './useForme.ts'

const t = textes.securite

type Recu = OutputOf<typeof securiteApi.lireSecurite>
type Saisie = { facteur: boolean; inactivite: string; duree: string }

const TRADUCTION = {
  saisieDe: (recu: Recu): Saisie => ({
    facteur: recu.secondFacteurCentral,
    inactivite: String(recu.sessionInactiviteMinutes),
    duree: String(recu.sessionDureeHeures),
  }),
  corpsDe: ({ facteur, inactivite, duree }: Saisie): Securite => ({
    secondFacteurCentral: facteur,
    sessionInactiviteMinutes: nombreDe(inactivite),
    sessionDureeHeures: nombreDe(duree),
  }),
  fautesDe: ({ inactivite, duree }: Saisie) => ({
    inactivite: estLimite('sessionInactiviteMinutes', nombreDe(inactivite))
      ? null
      : t.inactiviteFaute,
    duree: estLimite('sessionDureeHeures', nombreDe(duree)) ? null : t.dureeFaute,
  }),
}

function Forme({ recu, groupe }: { recu: Recu; groupe: ReturnType<typeof useSecurite> }) {
  const forme = useForme(recu, groupe, TRADUCTION)
  const { saisie, fautes, changer } = forme
  const nombre = (nom: 'inactivite' | 'duree') => ({
    name: nom,
    required: true,
    inputMode: 'numeric' as const,
    maxLength: 4,
    value: saisie[nom],
    onChange: ({ target }: { target: { value: string } }) => changer({ [nom]: target.value }),
    erreur: fautes[nom],
  })
  return (
    <FormeReglages forme={forme} libelles={t}>
      <div>
        <label className="prm-case">
          <input
            type="checkbox"
            checked={saisie.facteur}
            aria-describedby="prm-facteur-aide"
            onChange={({ target }) => changer({ facteur: target.checked })}
          />
          {t.facteur}
        </label>
        <p className="prm-note" id="prm-facteur-aide">
          {t.facteurAide}
        </p>
      </div>
      <div className="prm-courts">
        <ChampTexte libelle={t.inactivite} aide={t.inactiviteAide} {...nombre('inactivite')} />
        <ChampTexte libelle={t.duree} aide={t.dureeAide} {...nombre('duree')} />
      </div>
    </FormeReglages>
  )
}

/** How long sessions last, and what is asked of central accounts. */
export function SecuriteForm() {
  const groupe = useSecurite()
  return (
    <Chargement requete={groupe.requete}>
      {(recu) => <Forme recu={recu} groupe={groupe} />}
    </Chargement>
  )
}
