Register-ArgumentCompleter -Native -CommandName drawbridge -ScriptBlock {
    param($word, $line, $position)
    $choices = @{
        '' = '{commands} --help --version'
{choices}
    }
    $words = @($line.CommandElements | ForEach-Object { "$_" })
    if (-not $word) { $words += '' }
    $before = "$($words[1]) $($words[-2])"
    if ($words.Count -le 2) { $found = $choices[''] }
    elseif ($choices.ContainsKey($before)) { $found = $choices[$before] }
    elseif ("$word".StartsWith('-')) { $found = $choices[$words[1]] }
    "$found".Split(' ') | Where-Object { $_ -and $_ -like "$word*" } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
