import { fauteChamp, type Champ as Regle } from '@releve/contract/champ.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import {
  CHAMPS_MENTIONS,
  type ChampMention,
  type Mentions,
  parChamp,
} from '@releve/contract/parametre/mentions.champs.ts'
import type { parametreApi } from '@releve/contract/parametre/parametre.api.ts'
import { type ComponentProps, useState } from 'react'
import { paths } from '../paths.ts'
import { ChampTexte, ChampTexteLong } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { FormeReglages } from './FormeReglages.tsx'
import { PagePublique } from './PagePublique.tsx'
import { useMentions } from './parametre.queries.ts'
import { textes } from './parametre.textes.ts'
import { useForme } from './useForme.ts'

const t = textes.mentions

type Recu = OutputOf<typeof parametreApi.lireMentions>

/** The fields of each part of the tab, two by two where there is room. */
const GROUPES: Record<keyof typeof t.groupes, readonly ChampMention[]> = {
  editeur: ['editeurNom', 'editeurTelephone', 'editeurAdresse', 'directeurPublication'],
  hebergeur: ['hebergeurNom', 'hebergeurTelephone', 'hebergeurAdresse'],
  protection: ['protectionNom', 'protectionEmail', 'protectionTelephone'],
  autorite: ['autoriteNom', 'autoriteSite', 'autoriteAdresse'],
  accessibilite: ['accessibiliteAudit', 'accessibiliteRecours'],
  securite: ['securiteEmail'],
}
const NOTES = new Map<string, string>(Object.entries(t.notes))
const TITRES = new Map<string, string>(Object.entries(t.groupes))

const TRADUCTION = {
  saisieDe: (recu: Recu): Mentions => parChamp((champ) => recu[champ]),
  corpsDe: (saisie: Mentions) => saisie,
  fautesDe: (saisie: Mentions) =>
    parChamp((champ) => fauteChamp(CHAMPS_MENTIONS[champ], saisie[champ])),
}

const CLAVIERS = { telephone: 'tel', email: 'email', site: 'url' } as const

type PropsChamp = { champ: ChampMention } & Pick<ComponentProps<'input'>, 'value' | 'onBlur'> & {
    erreur: string | null
    onChange: (evenement: { target: { value: string } }) => void
  }

function Champ({ champ, ...liens }: PropsChamp) {
  const aide = new Map<string, string>(Object.entries(t.aides)).get(champ)
  const communs = { name: champ, libelle: t.libelles[champ], aide }
  const { nature, max }: Regle = CHAMPS_MENTIONS[champ]
  if (nature === 'lignes') {
    const { value, erreur, onChange } = liens
    return (
      <ChampTexteLong
        rows={3}
        maxLength={max}
        value={value}
        erreur={erreur}
        onChange={onChange}
        {...communs}
      />
    )
  }
  const inputMode = nature && CLAVIERS[nature]
  return (
    <ChampTexte inputMode={inputMode} maxLength={max} autoComplete="off" {...communs} {...liens} />
  )
}

function Forme({ recu, groupe }: { recu: Recu; groupe: ReturnType<typeof useMentions> }) {
  const forme = useForme(recu, groupe, TRADUCTION)
  const { saisie, fautes, essais, changer } = forme
  const [quittes, setQuittes] = useState<ReadonlySet<ChampMention>>(new Set())
  return (
    <FormeReglages forme={forme} libelles={t.libelles}>
      {Object.entries(GROUPES).map(([nom, champs]) => (
        <fieldset key={nom} className="prm-groupe">
          <legend>{TITRES.get(nom)}</legend>
          {NOTES.has(nom) && <p className="prm-note">{NOTES.get(nom)}</p>}
          <div className="prm-champs">
            {champs.map((champ) => (
              <Champ
                key={champ}
                champ={champ}
                value={saisie[champ]}
                onChange={({ target }) => changer({ [champ]: target.value })}
                onBlur={() => setQuittes((avant) => new Set([...avant, champ]))}
                erreur={essais > 0 || quittes.has(champ) ? (fautes[champ] ?? null) : null}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </FormeReglages>
  )
}

/** Who publishes, hosts and answers for the platform, as the public notices say it. */
export function MentionsForm() {
  const groupe = useMentions()
  return (
    <>
      <p className="prm-chapeau">
        {t.chapeau} <PagePublique adresse={paths.accueilSection('conditions')} />
      </p>
      <Chargement requete={groupe.requete} lignes={10}>
        {(recu) => <Forme recu={recu} groupe={groupe} />}
      </Chargement>
    </>
  )
}
