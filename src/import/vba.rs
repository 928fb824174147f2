//! The old file's own program: does it compute with the numbers that this ladder computes with?

/// The procedure that the button Recalc Ratings starts.
const PROCEDURE: &str = "recalc_ratings";

/// What the code of an Access file computes with.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum RuleCheck {
    /// The file has no `Recalc_Ratings`.
    NoCode,
    /// 375, 25, 16, 15 and `(1-0)`, as everywhere.
    Standard,
    /// What differs, a sentence each. The ratings of the old file will not be reproduced.
    Differs(Vec<String>),
    /// There is code, but it is damaged or locked.
    Unreadable,
}

impl RuleCheck {
    /// Looks for `Recalc_Ratings` in the modules of a file and checks its numbers.
    #[must_use]
    pub fn of_modules<'a>(mut modules: impl Iterator<Item = &'a str>) -> Self {
        modules
            .find_map(|source| procedure(&tokens(source)).map(check))
            .unwrap_or(Self::NoCode)
    }

    /// For people; `None` where there is nothing to say.
    #[must_use]
    pub fn sentence(&self) -> Option<String> {
        match self {
            Self::NoCode => None,
            Self::Standard => Some(
                "The program in this Access file computes with the standard rules (375, 25, 16, 15 and “(1-0)”), so the ratings here will be the same"
                    .to_owned(),
            ),
            Self::Differs(differences) => Some(format!(
                "The program in this Access file was changed, so the ratings here will differ from it: {}",
                differences.join("; ")
            )),
            Self::Unreadable => Some(
                "The program in this Access file can’t be read, so it can’t be said whether its rules are the standard ones"
                    .to_owned(),
            ),
        }
    }
}

/// A word of Visual Basic. Names are in small letters.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Token {
    Name(String),
    Number(String),
    Text(String),
    Sign(char),
    EndOfLine,
}

impl Token {
    fn is_name(&self, name: &str) -> bool {
        matches!(self, Self::Name(own) if own == name)
    }
}

/// The words of a module, without comments and with continued lines joined.
fn tokens(source: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut letters = source.chars().peekable();
    while let Some(c) = letters.next() {
        let mut take_while = |keep: fn(char) -> bool| {
            let mut word = c.to_string();
            while let Some(next) = letters.next_if(|next| keep(*next)) {
                word.push(next);
            }
            word
        };
        match c {
            '\'' => {
                take_while(|c| c != '\n');
            }
            '"' => {
                let mut text = String::new();
                while let Some(c) = letters.next_if(|c| *c != '\n') {
                    // A doubled quotation mark is one within the text.
                    if c == '"' && letters.next_if_eq(&'"').is_none() {
                        break;
                    }
                    text.push(c);
                }
                tokens.push(Token::Text(text));
            }
            '\n' if matches!(tokens.last(), Some(Token::Name(name)) if name == "_") => {
                tokens.pop();
            }
            '\n' => tokens.push(Token::EndOfLine),
            c if c.is_whitespace() => {}
            c if c.is_ascii_digit() => {
                tokens.push(Token::Number(take_while(|c| {
                    c.is_ascii_digit() || c == '.'
                })));
            }
            c if c.is_alphanumeric() || c == '_' => {
                let name = take_while(|c| c.is_alphanumeric() || c == '_');
                tokens.push(Token::Name(name.to_lowercase()));
            }
            c => tokens.push(Token::Sign(c)),
        }
    }
    tokens
}

/// The words of `Recalc_Ratings`, from its name to `End Sub`.
fn procedure(tokens: &[Token]) -> Option<&[Token]> {
    let start = tokens.windows(2).position(|pair| {
        (pair[0].is_name("sub") || pair[0].is_name("function")) && pair[1].is_name(PROCEDURE)
    })?;
    let body = &tokens[start + 2..];
    let end = body.windows(2).position(|pair| {
        pair[0].is_name("end") && (pair[1].is_name("sub") || pair[1].is_name("function"))
    });
    Some(&body[..end.unwrap_or(body.len())])
}

/// A number or text that the rules depend on, and where the code has it.
struct Constant {
    standard: &'static str,
    meaning: &'static str,
    found: Vec<String>,
}

impl Constant {
    const fn new(standard: &'static str, meaning: &'static str) -> Self {
        Self {
            standard,
            meaning,
            found: Vec::new(),
        }
    }

    fn add(&mut self, value: &str) {
        if !self.found.iter().any(|found| found == value) {
            self.found.push(value.to_owned());
        }
    }

    fn difference(&self) -> Option<String> {
        let Self {
            standard, meaning, ..
        } = self;
        if self.found.is_empty() {
            return Some(format!(
                "{meaning} is not found, where the standard is {standard}"
            ));
        }
        let others = self
            .found
            .iter()
            .filter(|found| found != standard)
            .map(|found| format!("“{found}”"))
            .collect::<Vec<_>>();
        (!others.is_empty()).then(|| {
            format!(
                "{meaning} is {}, where the standard is “{standard}”",
                others.join(" and ")
            )
        })
    }
}

fn check(body: &[Token]) -> RuleCheck {
    let mut limit = Constant::new("375", "the difference from which the step is fixed");
    let mut divisor = Constant::new("25", "the divisor of the difference");
    let mut win = Constant::new("16", "what a win is worth");
    let mut step = Constant::new("15", "the largest step");
    let mut result = Constant::new("(1-0)", "the result that counts as a win");
    let mut other_signs = Vec::new();
    for part in body.windows(3) {
        match part {
            // Abs(…) > 375
            [Token::Sign(')'), Token::Sign('>'), Token::Number(number)] => limit.add(number),
            [Token::Sign(')'), Token::Sign('<'), _] => other_signs.push('<'),
            [Token::Sign('>'), Token::Sign('='), Token::Number(number)] => {
                limit.add(&format!(">= {number}"));
            }
            // Abs(…)) / 25
            [_, Token::Sign('/' | '\\'), Token::Number(number)] => divisor.add(number),
            // PPRating + 16
            [
                Token::Name(name),
                Token::Sign('+' | '-'),
                Token::Number(number),
            ] if name.ends_with("rating") => {
                win.add(number);
            }
            // 15 * Sgn(…)
            [Token::Number(number), Token::Sign('*'), Token::Name(sign)] if sign == "sgn" => {
                step.add(number);
            }
            // Outcome = "(1-0)"
            [Token::Name(name), Token::Sign('='), Token::Text(text)]
                if name == "outcome" || name == "result" =>
            {
                result.add(text);
            }
            _ => {}
        }
    }
    let mut differences = [limit, divisor, win, step, result]
        .iter()
        .filter_map(Constant::difference)
        .collect::<Vec<_>>();
    if !other_signs.is_empty() {
        differences
            .push("differences are also compared with “<”, which the standard doesn’t".to_owned());
    }
    if differences.is_empty() {
        RuleCheck::Standard
    } else {
        RuleCheck::Differs(differences)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One branch of the old program; the others have the same shape.
    const CODE: &str = "Option Compare Database\r\n\
        Public Sub Other()\r\n  x = 9 / 7\r\nEnd Sub\r\n\
        Public Sub Recalc_Ratings()\r\n\
        Dim Count As Integer ' Players > 12 left / 9\r\n\
        Outcome = grs.Result\r\n\
        If Outcome = \"(1-0)\" Then\r\n\
        sqlCommand = \"UPDATE [Ladder Players] SET [Rating] = \" & WPRating + 16 - _\r\n\
        IIf(Abs(WPRating - WORating) > 375, 15 * Sgn(WPRating - WORating), _\r\n\
        Int((Abs(WPRating - WORating)) / 25) * Sgn(WPRating - WORating)) _\r\n\
        & \" WHERE [ID] = \" & grs.White\r\n\
        sqlCommand = \"x\" & WORating - 16 - IIf(Abs(WPRating - WORating) > 375, 15 * Sgn(WORating - WPRating), 0)\r\n\
        End If\r\n\
        End Sub\r\n\
        Sub Later()\r\n y = z / 3\r\nEnd Sub\r\n";

    fn rules(code: &str) -> RuleCheck {
        RuleCheck::of_modules(["Option Explicit", code].into_iter())
    }

    fn difference(code: &str) -> String {
        match rules(code) {
            RuleCheck::Differs(differences) => differences.join("; "),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_standard_numbers_are_standard() {
        assert_eq!(rules(CODE), RuleCheck::Standard);
        assert_eq!(
            rules(&CODE.to_uppercase()),
            RuleCheck::Standard,
            "Basic ignores capitals"
        );
        assert_eq!(rules(&CODE.replace("\r\n", "\n")), RuleCheck::Standard);
    }

    #[cfg_attr(not(shared_data), ignore = "needs ../shared/seeds")]
    #[test]
    fn the_published_program_is_standard() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../shared/seeds/sca-camp-ladder.txt"
        );
        let page = std::fs::read_to_string(path).expect("the page");
        assert_eq!(rules(&page), RuleCheck::Standard);
    }

    #[test]
    fn each_changed_number_is_named() {
        for (from, to, named) in [
            ("> 375", "> 400", "“400”"),
            ("> 375", ">= 375", "“>= 375”"),
            ("/ 25", "/ 20", "“20”"),
            ("+ 16", "+ 32", "“32”"),
            ("15 *", "12 *", "“12”"),
            ("\"(1-0)\"", "\"1-0\"", "“1-0”"),
        ] {
            let changed = CODE.replacen(from, to, 1);
            assert!(difference(&changed).contains(named), "{from} to {to}");
        }
    }

    #[test]
    fn a_further_branch_for_black_is_a_difference() {
        let changed = CODE.replace("End If", "ElseIf Outcome = \"(0-1)\" Then\r\nEnd If");
        assert_eq!(
            difference(&changed),
            "the result that counts as a win is “(0-1)”, where the standard is “(1-0)”"
        );
    }

    #[test]
    fn no_procedure_is_no_code() {
        assert_eq!(rules("Sub Main()\nEnd Sub"), RuleCheck::NoCode);
        assert_eq!(rules(""), RuleCheck::NoCode);
        assert!(
            matches!(rules("Sub Recalc_Ratings()"), RuleCheck::Differs(found) if found.len() == 5)
        );
    }
}
