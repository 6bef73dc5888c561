# Reads arrows.txt, then lines "path:number:#include …"; prints one line for each include that the arrows refuse.
function trimmed(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }

# The longest known folder that holds the path; "" outside the rooms.
function room_of(path,    folder) {
  if (path ~ /^kernels\/.*\.cuh?$/) return "kernels/device"
  folder = path
  while (sub(/\/[^\/]*$/, "", folder)) if (folder in may_include) return folder
  return ""
}

# The folder or one above it that the table names; "" where it names none.
function named_above(table, folder) {
  while (folder != "") {
    if (folder in table) return folder
    if (!sub(/\/[^\/]*$/, "", folder)) return ""
  }
  return ""
}

# Whether a private header may be included here: by its own files and by the files and rooms of its row.
function lets_in(header, path, room,    stem) {
  stem = header
  sub(/\.[a-z]+$/, "", stem)
  return index(path, stem ".") == 1 || index(insiders[header], " " path " ") > 0 || lists(insiders[header], room)
}

# Whether the list names the room, or all rooms under a folder that it lies in.
function lists(list, room,    above) {
  if (index(list, " " room " ") > 0) return 1
  above = room
  while (sub(/\/[^\/]*$/, "", above)) if (index(list, " " above "/ ") > 0) return 1
  return 0
}

function refuse(why) { print path ":" line ": " why; refused++ }

# arrows.txt: "kind name: values"; the name ends at the last ": " or at the end of the line.
FNR == NR {
  if ($0 ~ /^[ \t]*(#|$)/) next
  kind = $1
  rest = substr($0, length($1) + 2)
  name = rest
  values = ""
  if (match(rest, /:([ \t]+|$)/)) { name = substr(rest, 1, RSTART - 1); values = substr(rest, RSTART + RLENGTH) }
  name = trimmed(name)
  values = " " trimmed(values) " "
  if (kind == "room") may_include[name] = values
  else if (kind == "only") { pattern[++patterns] = name; rooms_for[patterns] = values }
  else if (kind == "pure") pure[name] = 1
  else if (kind == "forbidden-in-pure") impure = name
  else if (kind == "forbidden") forbidden[name] = trimmed(values)
  else if (kind == "standard") standard[name] = trimmed(values)
  else if (kind == "generated") generated[name] = 1
  else if (kind == "private") { insiders[name] = values }
  else if (kind ~ /^(calls|crowded|stem|namesake)$/) next  # calls.sh, rooms.awk
  else { print "arrows.txt: cannot read: " $0; refused++ }
  next
}

{
  split($0, part, ":")
  path = part[1]
  line = part[2]
  room = room_of(path)
  header = $0
  if (!sub(/^[^"<]*#[ \t]*include[ \t]*/, "", header)) next
  quoted = substr(header, 1, 1) == "\""
  if (substr(header, 1, 1) != "<" && !quoted) next
  header = substr(header, 2)
  sub(/[">].*/, "", header)
  seen++

  if (room == "") { refuse("lies in no room of arrows.txt"); next }
  target = room_of(header)
  if (target != "") {
    if (target != room && !lists(may_include[room], target))
      refuse(room " may not include " target " (" header ")")
    if (header in insiders) {
      if (!lets_in(header, path, room)) refuse(header " is private: " path " is not in its row")
    }
  } else if (quoted) {
    if (!(header in generated)) refuse("\"" header "\" is no path from the repository root to a room")
  } else {
    for (i = 1; i <= patterns; i++) if (header ~ pattern[i]) {
      if (!lists(rooms_for[i], room)) refuse(room " may not include <" header ">")
      break
    }
    within = named_above(standard, room)
    if (within != "" && header !~ standard[within]) refuse(room " knows the standard library alone, not <" header ">")
    within = named_above(forbidden, room)
    if (within != "" && header ~ forbidden[within]) refuse(within " prints and parses nothing: no <" header ">")
    if (named_above(pure, room) != "" && header ~ impure) refuse(room " is pure: no <" header ">")
  }
}

END {
  if (seen == 0) print "no includes were found"
  exit (refused > 0 || seen == 0) ? 1 : 0
}
