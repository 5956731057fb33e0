--- The scripts by which shells complete the command. They know none of its words: each asks
-- `copydesk completion SHELL -- WORDS...`, which answers a line for each candidate, its text and behind a tab what it
-- does. The line ":files PREFIX" or ":folders PREFIX" lets the shell offer paths, behind what the word begins with.
-- @module copydesk.cli.shells
local shells = {}

-- Bash breaks words at "=" and ":". They are put together again before the question, and of each candidate only what
-- comes behind the last break goes back.
shells.bash = [=[
# bash completion for copydesk
_copydesk() {
    local word whole= line kind rest cut i
    local -a words=()
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((i > 1)) && [[ $word == [=:]* || ( $whole == *[=:] && ${COMP_WORDS[i-1]} == *[=:] ) ]]; then
            whole+=$word
        else
            ((i > 1)) && words+=("$whole")
            whole=$word
        fi
    done
    cut=${whole%"$word"}
    [[ $word == [=:]* ]] && cut=$whole
    local quote=${word:0:1}
    [[ $quote == [\'\"] ]] || quote=
    whole=$cut${whole:${#cut}+${#quote}}
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :files*|:folders*)
                kind=${line%% *} rest=${line#* }
                rest=${whole:${#rest}}
                compopt -o filenames 2>/dev/null
                while IFS= read -r line; do
                    COMPREPLY+=("$line")
                done < <([[ $kind == :files ]] && compgen -f -- "$rest" || compgen -d -- "$rest") ;;
            *)
                line=${line%%$'\t'*}
                [[ $line == *= ]] && compopt -o nospace 2>/dev/null
                line=${line:${#cut}}
                [[ $quote ]] || printf -v line %q "$line"
                COMPREPLY+=("$line") ;;
        esac
    done < <("$1" completion bash -- "${words[@]}" "$whole" 2>/dev/null)
}
complete -F _copydesk copydesk
]=]

shells.zsh = [=[
#compdef copydesk
_copydesk() {
    local line text
    local -a plain plain_shown open open_shown
    for line in "${(@f)$("${(Q)words[1]}" completion zsh -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
        case $line in
            '') ;;
            :files*|:folders*)
                compset -P "${(b)line#* }"
                if [[ $line == :files* ]]; then _files; else _files -/; fi ;;
            *)
                text=${line%%$'\t'*}
                if [[ $text == *= ]]; then
                    open+=("$text") open_shown+=("$text  ${line#*$'\t'}")
                else
                    plain+=("$text") plain_shown+=("$text  ${line#*$'\t'}")
                fi ;;
        esac
    done
    (( $#plain )) && compadd -l -d plain_shown -a plain
    (( $#open )) && compadd -l -S '' -d open_shown -a open
}
if [[ $funcstack[1] == _copydesk ]]; then _copydesk "$@"; else compdef _copydesk copydesk; fi
]=]

shells.fish = [=[
# fish completion for copydesk
function __copydesk_complete
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    for line in ($before[1] completion fish -- $before[2..-1] $word 2>/dev/null)
        switch $line
            case ':files*' ':folders*'
                set -l prefix (string replace -r '^\S+ ' '' -- $line)
                set -l rest (string sub -s (math (string length -- $prefix) + 1) -- $word)
                set -l found
                if string match -q ':files*' -- $line
                    set found (__fish_complete_path $rest)
                else
                    set found (__fish_complete_directories $rest)
                end
                for path in $found
                    echo $prefix$path
                end
            case '*'
                echo $line
        end
    end
end
complete -c copydesk -f -a '(__copydesk_complete)'
]=]

--- Their names, in order.
shells.names = { "bash", "zsh", "fish" }

return shells
