import { createTheme } from '@mui/material/styles'
import type {} from '@mui/material/themeCssVarsAugmentation'

/**
 * The one theme: a well-kept register. Neutral surfaces, thin rules, one accent, tabular figures.
 * Text holds 4.5:1 on every surface it stands on, borders of fields 3:1.
 */
declare module '@mui/material/styles' {
  interface Palette {
    /** Thin rules of tables and panels; borders of fields; the ground of headings and stripes. */
    trait: { leger: string; champ: string }
    fond: { doux: string; survol: string }
  }
  interface PaletteOptions {
    trait?: Palette['trait']
    fond?: Palette['fond']
  }
}

const CHIFFRES = { fontVariantNumeric: 'tabular-nums lining-nums' }
const TEXTE =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif'
export const TITRE = '"Source Serif 4", Charter, "Bitstream Charter", Cambria, Georgia, serif'

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-mode' },
  colorSchemes: {
    light: {
      palette: {
        primary: { main: '#155e6e', dark: '#0e4552', light: '#e2eff1', contrastText: '#ffffff' },
        success: { main: '#1f6b3f', light: '#e3f1e8' },
        warning: { main: '#8a5300', light: '#fbf0dc' },
        error: { main: '#b3261e', light: '#fbe9e7' },
        info: { main: '#31569c', light: '#e6ecf8' },
        background: { default: '#f7f7f4', paper: '#ffffff' },
        text: { primary: '#1c2125', secondary: '#535b61' },
        divider: '#dddcd5',
        trait: { leger: '#dddcd5', champ: '#7d858b' },
        fond: { doux: '#f1f1ec', survol: '#ebebe5' },
      },
    },
    dark: {
      palette: {
        primary: { main: '#7fcbd9', dark: '#a5dde7', light: '#17363d', contrastText: '#08242a' },
        success: { main: '#84d3a2', light: '#15301f' },
        warning: { main: '#eebb6a', light: '#362711' },
        error: { main: '#ff9d94', light: '#3d1c19' },
        info: { main: '#9dbcf5', light: '#1a2740' },
        background: { default: '#14181a', paper: '#1b2023' },
        text: { primary: '#e7eaeb', secondary: '#a9b1b6' },
        divider: '#31383c',
        trait: { leger: '#31383c', champ: '#7f898f' },
        fond: { doux: '#20262a', survol: '#272e32' },
      },
    },
  },
  shape: { borderRadius: 4 },
  spacing: 8,
  typography: {
    fontFamily: TEXTE,
    fontSize: 14,
    h1: { fontFamily: TITRE, fontSize: '1.6rem', fontWeight: 600, lineHeight: 1.25 },
    h2: { fontSize: '1.05rem', fontWeight: 650, lineHeight: 1.35 },
    body1: { fontSize: '0.9375rem', lineHeight: 1.5 },
    body2: { fontSize: '0.875rem', lineHeight: 1.45 },
    button: { textTransform: 'none', fontWeight: 600, fontSize: '0.875rem' },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: (t) => ({
        body: CHIFFRES,
        a: { color: t.vars.palette.primary.main },
        ':focus-visible': {
          outline: `2px solid ${t.vars.palette.primary.main}`,
          outlineOffset: 2,
        },
        '::selection': { background: t.vars.palette.primary.light },
        '@media (prefers-reduced-motion: reduce)': {
          '*, ::before, ::after': {
            animationDuration: '0.01ms !important',
            transitionDuration: '0.01ms !important',
          },
        },
      }),
    },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiDialog: {
      styleOverrides: {
        paper: {
          backgroundImage: 'none',
          // A phone has no room for margins.
          '@media (max-width: 599.95px)': {
            width: 'calc(100% - 24px)',
            maxHeight: 'calc(100% - 24px)',
            margin: 12,
          },
        },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  },
})
