_drawbridge() {
    local word=${COMP_WORDS[COMP_CWORD]} words=
    if [ "$COMP_CWORD" -eq 1 ]; then
        words='{commands} --help --version'
    # To bash a colon ends a word: model:8x is three.
    elif [ "${COMP_WORDS[COMP_CWORD-1]}$word" = model: ]; then
        word= words='{models}'
    elif [ "${COMP_WORDS[COMP_CWORD-2]}${COMP_WORDS[COMP_CWORD-1]}" = model: ]; then
        words='{models}'
    else
        case ${COMP_WORDS[1]}:${COMP_WORDS[COMP_CWORD-1]}:$word in
{choices}
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _drawbridge drawbridge
