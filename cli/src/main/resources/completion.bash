
# Completes operation ids; the functions above only know commands and options.
# Works in bash and zsh. Ids come from a hub, so no text of theirs is ever expanded.

# Sets the array typed to the words up to the cursor. Bash also splits words at ":" and "=".
function _operations_typed() {
  local rest="$COMP_LINE" word i last
  typed=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word="${COMP_WORDS[i]}"
    last=$((${#typed[@]} - 1))
    if ((last >= 0)) && [[ "$rest" != [[:space:]]* ]]; then
      typed[last]="${typed[last]}$word"
    else
      typed+=("$word")
    fi
    rest="${rest#"${rest%%[![:space:]]*}"}"
    rest="${rest#"$word"}"
  done
}

# Sets value to the value of a typed word; fails for a word that a shell would expand.
function _operations_value() {
  value="$1"
  local expanded='["'\''`$\\{}*?~]|\['
  case "$value" in
    \'*\') value="${value#\'}"; value="${value%\'}"; expanded="'" ;;
    \"*\") value="${value#\"}"; value="${value%\"}"; expanded='["`$\\]' ;;
    '~/'*) value="$HOME/${value#??}" ;;
  esac
  [[ ! "$value" =~ $expanded ]]
}

# Completes the first argument of the commands that take an id.
function _operations_ids() {
  local -a typed hub
  local value option='' command='' id i current valid='^[A-Za-z0-9_][A-Za-z0-9_.-]*$'
  _operations_typed
  hub=()
  for ((i = 1; i < ${#typed[@]} - 1; i++)); do
    if [[ -n "$option" ]]; then
      _operations_value "${typed[i]}" || return 0
      hub+=("$option=$value")
      option=''
      continue
    fi
    case "${typed[i]}" in
      @TARGET_OPTIONS@) option="${typed[i]}" ;;
      @TARGET_ASSIGNMENTS@)
        _operations_value "${typed[i]#*=}" || return 0
        hub+=("${typed[i]%%=*}=$value")
        ;;
      @OTHER_OPTIONS@) i=$((i + 1)) ;;
      -*) ;;
      call|describe|subscribe) [[ -z "$command" ]] || return 0; command="${typed[i]}" ;;
      *) return 0 ;;
    esac
  done
  ((i < ${#typed[@]})) && [[ -n "$command" && -z "$option" ]] || return 0
  current="${typed[i]}"
  _operations_value "${typed[0]}" || return 0
  while IFS= read -r id; do
    if [[ "$id" =~ $valid && "$id" == "$current"* ]]; then
      COMPREPLY+=("$id")
    fi
  done <<< "$("$value" list --ids "${hub[@]}" 2>/dev/null </dev/null)"
}

function _operations_with_ids() {
  _complete_operations || true
  _operations_ids
}
complete -F _operations_with_ids -o default operations
