# Reads the rows "crowded", "stem" and "namesake" of arrows.txt, then every code file; prints what is too much of one thing.
FNR == NR {
  if ($1 ~ /^(crowded|stem|namesake)$/) { name = $2; sub(/:$/, "", name); allowed[$1 " " name] = $3 }
  next
}

FNR == 1 {
  folder = stem = FILENAME
  sub(/\/[^\/]*$/, "", folder)
  sub(/.*\//, "", stem)
  sub(/\.[a-z]+$/, "", stem)
  count["crowded " folder]++
  # The families of kernels name their files after variants.
  family = folder ~ /^kernels\// && folder !~ /^kernels\/(device|ceiling)$/
  if (!family && !((stem, folder) in met)) { met[stem, folder] = 1; add("stem " stem, folder) }
}

# A type that a file defines at the left margin: in a header it has its name to itself, a source file's own may share.
/^(struct|class|enum|enum class) [A-Za-z_0-9]+($|[^;]*$)/ {
  type = $2 == "class" ? $3 : $2
  sub(/:$/, "", type)
  if ((type, FILENAME) in met) next
  met[type, FILENAME] = 1
  if (FILENAME ~ /\.(hpp|cuh)$/) in_header[type] = 1
  add("namesake " type, FILENAME)
}

function add(key, place) { count[key]++; places[key] = places[key] " " place }

END {
  for (key in count) {
    split(key, part, " ")
    if (part[1] == "namesake" && !(part[2] in in_header)) { delete count[key]; continue }
    most = key in allowed ? allowed[key] : part[1] == "crowded" ? 40 : 1
    if (count[key] <= most) continue
    refused++
    if (part[1] == "crowded") print part[2] " has " count[key] " code files; at most " most
    else if (part[1] == "stem") print "files called " part[2] " lie in several rooms:" places[key]
    else print "several types are called " part[2] ":" places[key]
  }
  for (key in allowed) {
    if (count[key] + 0 >= allowed[key]) continue
    refused++
    print "arrows.txt: \"" key ": " allowed[key] "\" is " count[key] + 0 " today; write that, or remove the row if it is no more"
  }
  exit refused > 0
}
