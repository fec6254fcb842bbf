import type { VocabulaireModele } from '@releve/contract/modele/gestion.schema.ts'
import type { PourChaqueSource } from '@releve/contract/modele/source.schema.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { BoutonIcone } from '../../../ui/BoutonIcone.tsx'
import { ChampListe, ChampTexte } from '../../../ui/ChampTexte.tsx'
import { ChoixMultiple } from '../../../ui/ChoixMultiple.tsx'
import { textesModele } from '../modele.textes.ts'
import { Reproches } from './Reproches.tsx'
import type { PropsTrait } from './traits.ts'

const t = textesModele.atelier.valeurs

type Valeur = PourChaqueSource[number]
type Codifications = VocabulaireModele['codifications']

/** Codes that are left out of a list: the list's own, to tick, and any that it has no more. */
export function Exclusions(props: {
  codification: unknown
  codifications: Codifications
  exclus: readonly string[]
  onChange: (exclus: string[] | undefined) => void
}) {
  const { codification, codifications, exclus, onChange } = props
  const liste = codifications.find(({ code }) => code === codification)
  const connus = liste?.valeurs ?? []
  const perdus = exclus.filter((exclu) => connus.every(({ code }) => code !== exclu))
  if (connus.length === 0 && perdus.length === 0) return null
  return (
    <details className="mdl-exclusions">
      <summary>{t.sauf(exclus.length)}</summary>
      <ChoixMultiple
        legende={t.exclure}
        options={[...connus, ...perdus.map((code) => ({ code, libelle: t.inconnu(code) }))]}
        choisis={exclus}
        onChange={(choisis) => onChange(choisis.length > 0 ? choisis : undefined)}
      />
    </details>
  )
}

/** A plain code while nothing more is said of it: its label is then looked for. */
const dire = (code: string, libelle: string): Valeur => (libelle === '' ? code : { code, libelle })

type PropsLigne = {
  valeur: Valeur
  rang: number
  codifications: Codifications
  erreur: string | null
  onChange: (valeur: Valeur) => void
  onSuite: () => void
}

function UneValeur(props: PropsLigne) {
  const { valeur, rang, codifications, erreur, onChange, onSuite } = props
  if (typeof valeur !== 'string' && 'codification' in valeur) {
    const { codification, exclure = [] } = valeur
    return (
      <div className="mdl-valeur-dite">
        <ChampListe
          libelle={t.liste(rang)}
          erreur={erreur}
          vide={textesModele.atelier.choisirListe}
          value={codification}
          onChange={({ target }) => onChange({ codification: target.value })}
          options={codifications.map(({ code, libelle }) => {
            return { code, libelle: `${libelle} (${code})` }
          })}
        />
        <Exclusions
          {...{ codification, codifications }}
          exclus={exclure}
          onChange={(dits) => onChange({ codification, ...(dits && { exclure: dits }) })}
        />
      </div>
    )
  }
  const [code, libelle] = typeof valeur === 'string' ? [valeur, ''] : [valeur.code, valeur.libelle]
  const auClavier = (evenement: KeyboardEvent) => {
    if (evenement.key !== 'Enter') return
    evenement.preventDefault()
    onSuite()
  }
  return (
    <div className="mdl-valeur-dite">
      <ChampTexte
        libelle={t.code(rang)}
        erreur={erreur}
        maxLength={200}
        spellCheck={false}
        value={code}
        onKeyDown={auClavier}
        onChange={({ target }) => onChange(dire(target.value.trim(), libelle))}
      />
      <ChampTexte
        libelle={t.libelle(rang)}
        maxLength={200}
        value={libelle}
        onKeyDown={auClavier}
        onChange={({ target }) => onChange(dire(code, target.value))}
      />
    </div>
  )
}

/** The focus, once what it goes to is there: a row by its rank, or what adds one. */
function useViser() {
  const boite = useRef<HTMLFieldSetElement>(null)
  const but = useRef<string | null>(null)
  useEffect(() => {
    if (but.current === null) return
    boite.current?.querySelector<HTMLElement>(but.current)?.focus()
    but.current = null
  })
  const viser = (selecteur: string) => {
    but.current = selecteur
  }
  return { boite, viser }
}

const champDe = (rang: number) => `[data-rang="${rang}"] :is(input, select)`

type PropsActes = {
  rang: number
  nombre: number
  onDeplacer: (vers: number, sens: 'haut' | 'bas') => void
  onRetirer: () => void
}

function Actes({ rang, nombre, onDeplacer, onRetirer }: PropsActes) {
  return (
    <span className="mdl-valeur-actes">
      {rang > 0 && (
        <BoutonIcone
          nom="triHaut"
          size="small"
          data-sens="haut"
          aria-label={t.monter(rang + 1)}
          onClick={() => onDeplacer(rang - 1, 'haut')}
        />
      )}
      {rang < nombre - 1 && (
        <BoutonIcone
          nom="triBas"
          size="small"
          data-sens="bas"
          aria-label={t.descendre(rang + 1)}
          onClick={() => onDeplacer(rang + 1, 'bas')}
        />
      )}
      <BoutonIcone nom="fermer" size="small" aria-label={t.retirer(rang + 1)} onClick={onRetirer} />
    </span>
  )
}

/** What is done with values, and where the focus goes then. */
function useValeurs({ valeur, onChange }: Pick<PropsTrait, 'valeur' | 'onChange'>) {
  // What the shape of a source lets stand there.
  const valeurs = (Array.isArray(valeur) ? valeur : []) as readonly Valeur[]
  const { boite, viser } = useViser()
  const poser = (suite: readonly Valeur[]) => onChange(suite.length > 0 ? suite : undefined)
  return {
    boite,
    // A value is known by its rank alone.
    lignes: valeurs.map((une, rang) => ({ cle: String(rang), une, rang })),
    changer: (rang: number, dite: Valeur) => poser(valeurs.with(rang, dite)),
    inserer: (rang: number, neuve: Valeur) => {
      poser(valeurs.toSpliced(rang, 0, neuve))
      viser(champDe(rang))
    },
    retirer: (rang: number) => {
      poser(valeurs.toSpliced(rang, 1))
      viser(valeurs.length > 1 ? champDe(Math.max(0, rang - 1)) : '[data-ajout]')
    },
    deplacer: (rang: number, vers: number, sens: string) => {
      const pris = valeurs.slice(rang, rang + 1)
      poser(valeurs.toSpliced(rang, 1).toSpliced(vers, 0, ...pris))
      const auBout = vers === 0 || vers === valeurs.length - 1
      viser(auBout ? champDe(vers) : `[data-rang="${vers}"] [data-sens="${sens}"]`)
    },
  }
}

/** The values that a control is played for: codes with their labels, or whole code lists. */
export function ChampValeurs({ trait, valeur, onChange, fautes, vocabulaire }: PropsTrait) {
  const { boite, lignes, changer, inserer, retirer, deplacer } = useValeurs({ valeur, onChange })
  const messageDe = (rang: number) => fautes.find(({ chemin }) => chemin.at(3) === rang)?.message
  return (
    <fieldset className="mdl-types" ref={boite}>
      <legend>{trait.libelle}</legend>
      <span className="mdl-gris">{trait.aide}</span>
      {lignes.map(({ cle, une, rang }) => (
        <div key={cle} className="mdl-valeur" data-rang={rang}>
          <UneValeur
            valeur={une}
            rang={rang + 1}
            codifications={vocabulaire.codifications}
            erreur={messageDe(rang) ?? null}
            onChange={(dite) => changer(rang, dite)}
            onSuite={() => inserer(rang + 1, '')}
          />
          <Actes
            rang={rang}
            nombre={lignes.length}
            onDeplacer={(vers, sens) => deplacer(rang, vers, sens)}
            onRetirer={() => retirer(rang)}
          />
        </div>
      ))}
      <Reproches fautes={fautes.filter(({ chemin }) => chemin.length < 4)} />
      <span className="mdl-actes">
        <BoutonAction
          size="small"
          icone="plus"
          data-ajout
          onClick={() => inserer(lignes.length, '')}
        >
          {t.ajouter}
        </BoutonAction>
        <BoutonAction
          size="small"
          icone="plus"
          onClick={() => inserer(lignes.length, { codification: '' })}
        >
          {t.ajouterListe}
        </BoutonAction>
      </span>
    </fieldset>
  )
}
