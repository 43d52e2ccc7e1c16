// languages.h - the two languages of rules; what is wrong is in the reader
#ifndef LANGUAGES_H
#define LANGUAGES_H
#include "spec/rule/rule_lex.h"

void slic_read(RuleReader *r);
void spc_read(RuleReader *r);
#endif
